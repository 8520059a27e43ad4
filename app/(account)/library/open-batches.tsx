// The batches that still have songs to come, each with the way to its page.
'use client';
import { useQuery } from '@tanstack/react-query';
import type { BatchWire } from '../../../server/contract/batch.ts';
import { useTRPC } from '../../_trpc/trpc.ts';
import { ButtonLink } from '../../_ui/button.tsx';
import { Notice } from '../../_ui/notice.tsx';
import { countsSentence } from './batches/[id]/batch-words.ts';
import styles from './library.module.css';

const pollMs = 10_000;

const OpenBatch = ({ batch }: { batch: BatchWire }) => (
  <Notice
    action={
      <ButtonLink href={`/library/batches/${batch.id}`} small>
        See the batch
      </ButtonLink>
    }
  >
    Batch of {batch.items.length} songs: {countsSentence(batch.counts)}.
  </Notice>
);

export const OpenBatches = () => {
  const trpc = useTRPC();
  const { data: batches = [] } = useQuery(
    trpc.batches.open.queryOptions(undefined, {
      refetchInterval: (query) => ((query.state.data?.length ?? 0) > 0 ? pollMs : false),
    }),
  );
  if (batches.length === 0) return null;
  return (
    <section aria-label="Batches under way" className={styles['batches']}>
      {batches.map((batch) => (
        <OpenBatch key={batch.id} batch={batch} />
      ))}
    </section>
  );
};
