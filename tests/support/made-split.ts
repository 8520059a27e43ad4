// A split of two stems with its rows and its stored files, as if a worker had made it; the sounds are random bytes.
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Db } from '../../server/db/client.ts';
import { newShareId } from '../../server/domain/ids.ts';
import { stemKey } from '../../server/storage/keys.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { crc32 } from './crc32.ts';

export type MadeSplit = { id: string; accountId: string; name: string; status: 'done' | 'processing' };

const wavBytes = 200_000;
const otherBytes = 5_000;

const addRow = async (db: Db, { id, accountId, name, status }: MadeSplit): Promise<void> => {
  const { lastSequence } = await db.account.update({
    where: { id: accountId },
    data: { lastSequence: { increment: 1 } },
  });
  const isDone = status === 'done';
  await db.split.create({
    data: {
      id,
      accountId,
      name,
      status,
      sequence: lastSequence,
      model: 'vocals',
      nameChosen: true,
      sourceKind: 'stored',
      sourceKey: `splits/${id}/source`,
      charged: 'allowance',
      generation: 1,
      shareId: newShareId(),
      startedAt: new Date('2026-01-02T03:04:00Z'),
      progress: isDone ? 100 : 50,
      ...(isDone
        ? { completedAt: new Date('2026-01-02T03:04:06Z'), durationSeconds: 1, sampleCount: 44_100 }
        : {}),
    },
  });
};

/** Answers the content of each file by its name in addresses, "vocals.mp3". */
export const makeSplit = async (
  { db, storage }: { db: Db; storage: Storage },
  split: MadeSplit,
): Promise<Map<string, Buffer>> => {
  const contents = new Map<string, Buffer>();
  const splitId = split.id;
  await addRow(db, split);
  for (const [position, stem] of ['vocals', 'instrumental'].entries()) {
    await db.stem.create({ data: { splitId, position, name: stem, silent: false, durationSeconds: 1 } });
    for (const kind of ['mp3', 'ogg', 'wav', 'peaks'] as const) {
      const content = randomBytes(kind === 'wav' ? wavBytes : otherBytes);
      contents.set(`${stem}.${kind}`, content);
      await storage.put(stemKey(splitId, stem, kind), Readable.from([content]), {
        contentType: 'application/octet-stream',
        maxBytes: content.length,
      });
      const checked = { bytes: BigInt(content.length), crc32: BigInt(crc32(content)) };
      await db.stemFile.create({ data: { splitId, stem, kind, ...checked } });
    }
  }
  return contents;
};
