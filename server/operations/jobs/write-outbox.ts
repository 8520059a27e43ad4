// Notes events in the transaction of the change they speak of, so that neither exists without the other.
import type { DbTransaction } from '../../db/client.ts';
import { newId } from '../../domain/ids.ts';
import type { JobEvent } from '../../queue/queue.ts';

/** Without an id the event gets a fresh one; with a deterministic id, writing it twice is writing it once. */
export const writeOutbox = async (
  tx: DbTransaction,
  events: readonly (JobEvent & { id?: string })[],
): Promise<string[]> => {
  const rows = events.map(({ id, name, data }) => ({ id: id ?? newId('evt'), name, data }));
  await tx.outboxEvent.createMany({ data: rows, skipDuplicates: true });
  return rows.map(({ id }) => id);
};

/** The start of one generation of a song's work; sent again and again, it still starts once. */
export const startEvent = (split: { id: string; accountId: string; generation: number }) =>
  ({
    id: `start-${split.id}-${split.generation}`,
    name: 'split/start',
    data: { split_id: split.id, account_id: split.accountId, generation: split.generation },
  }) as const;

export const dispatchEvent = (accountId: string) =>
  ({ name: 'account/dispatch', data: { account_id: accountId } }) as const;

/** Ends the run of a song that is no more. */
export const deletedEvent = (splitId: string) =>
  ({ name: 'split/deleted', data: { split_id: splitId } }) as const;

/** Wakes the run that waits for the song's end. */
export const settledEvent = (split: { id: string; generation: number }) =>
  ({
    id: `settled-${split.id}-${split.generation}`,
    name: 'worker/settled',
    data: { split_id: split.id, generation: split.generation },
  }) as const;
