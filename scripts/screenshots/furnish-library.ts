// Gives the owner of a fresh Partbook a library worth a picture: songs in every state, a batch, an app.
import type { Db } from '../../server/db/client.ts';
import { newId } from '../../server/domain/ids.ts';
import { createTestToken } from '../../tests/support/accounts.ts';
import { addSongRows } from '../../tests/support/library-rows.ts';

export type FurnishedLibrary = { batchPath: string };

const addBatch = async (db: Db, accountId: string): Promise<string> => {
  const batchId = newId('batch');
  const { lastSequence } = await db.account.update({
    where: { id: accountId },
    data: { lastSequence: { increment: 4 } },
  });
  await db.batch.create({ data: { id: batchId, accountId, model: 'fast' } });
  const items = [
    { audioUrl: 'https://example.org/rehearsal/opening.mp3', status: 'queued' },
    { audioUrl: 'https://example.org/rehearsal/second-tune.mp3', status: 'queued' },
    { audioUrl: 'https://example.org/rehearsal/missing.mp3', status: 'failed', reason: 'fetch_failed' },
    { audioUrl: 'https://example.org/rehearsal/encore.mp3', status: 'cancelled', reason: 'cancelled' },
  ] as const;
  await db.batchItem.createMany({
    data: items.map((item, index) => ({
      ...item,
      batchId,
      index,
      accountId,
      model: 'fast' as const,
      sequence: lastSequence - BigInt(items.length - 1 - index),
    })),
  });
  return batchId;
};

/** Two songs are shown as being split, so that nothing that waits begins while the pictures are taken. */
export const furnishLibrary = async (db: Db): Promise<FurnishedLibrary> => {
  const { id } = await db.account.findFirstOrThrow({ where: { plan: 'pro' } });
  await addSongRows(db, id, [
    { name: 'Evening on the Third Platform' },
    { name: 'Slow Train, Take 2', model: 'fast' },
    { name: 'Voice memo from the rehearsal room with a rather long name', status: 'failed' },
    { name: 'Harbour Lights' },
    { name: 'Second Verse, New Ending', status: 'processing' },
    { name: 'Waltz for a Rainy Monday', status: 'processing', model: 'fast' },
    { name: 'Coda', status: 'queued' },
  ]);
  await createTestToken(db, id);
  return { batchPath: `/library/batches/${await addBatch(db, id)}` };
};
