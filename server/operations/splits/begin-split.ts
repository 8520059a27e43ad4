// Brings a song to a worker: whether its work is still wanted in this generation, its source, and a place.
import type { Split } from '../../db/generated/client.ts';
import type { Services } from '../context.ts';
import { fetchSource } from './fetch-source.ts';
import { beat, type SplitWork } from './split-work.ts';
import { submitSplit, type Submission } from './submit-split.ts';

/** 'ended': the song failed here, or is over; nothing is left to do for this run. */
export type Beginning = Submission | { state: 'ended' };

/** May be repeated at any point: a source that lies in storage is not fetched again, and a worker takes a song once. */
export const beginSplit = async (services: Services, work: SplitWork): Promise<Beginning> => {
  const split: Split | null = await beat(services, work);
  if (!split) return { state: 'gone' };
  const ready = split.sourceKey === null ? await fetchSource(services, split) : split;
  return ready ? submitSplit(services, ready) : { state: 'ended' };
};
