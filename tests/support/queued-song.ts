// A song that waits for its turn, as reserve-split leaves it, with its source in storage and its charge in the ledger.
import { Readable } from 'node:stream';
import { newId, newShareId } from '../../server/domain/ids.ts';
import { monthStart } from '../../server/domain/month.ts';
import type { Services } from '../../server/operations/context.ts';
import { sourceKey } from '../../server/storage/keys.ts';

let sequence = 0n;

export const addQueuedSong = async (
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  accountId: string,
  charged: 'allowance' | 'credit' = 'allowance',
): Promise<string> => {
  const id = newId('split');
  sequence += 1n;
  await storage.put(sourceKey(id), Readable.from(['a song']), { contentType: 'audio/wav', maxBytes: 100 });
  await db.split.create({
    data: {
      id,
      accountId,
      sequence,
      model: 'vocals',
      name: 'A song',
      nameChosen: true,
      sourceKind: 'stored',
      sourceKey: sourceKey(id),
      sourceBytes: 6n,
      charged,
      shareId: newShareId(),
    },
  });
  const delta = charged === 'allowance' ? 1 : -1;
  const month = monthStart(new Date());
  await db.ledgerEntry.create({
    data: { accountId, kind: charged, delta, month, splitId: id, note: 'accepted' },
  });
  return id;
};
