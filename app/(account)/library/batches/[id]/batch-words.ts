// How a batch is put into words.
import type { BatchItemWire, BatchWire } from '../../../../../server/contract/batch.ts';

const words = {
  done: 'ready',
  processing: 'being split',
  queued: 'waiting',
  failed: 'failed',
  cancelled: 'cancelled',
} as const;

/** "2 ready, 1 waiting": only what there is. */
export const countsSentence = (counts: BatchWire['counts']): string =>
  (Object.keys(words) as (keyof typeof words)[])
    .filter((status) => counts[status] > 0)
    .map((status) => `${String(counts[status])} ${words[status]}`)
    .join(', ');

/** A song that has not begun has no name yet, so its link stands for it. */
export const itemName = (item: BatchItemWire): string => item.split?.name ?? item.name ?? item.audio_url;

export const hasEnded = ({ counts }: BatchWire): boolean => counts.queued + counts.processing === 0;
