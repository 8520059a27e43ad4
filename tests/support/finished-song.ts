// A finished song in the database and the storage of a running app, as a worker would have left it.
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Prisma } from '../../server/db/generated/client.ts';
import type { Db } from '../../server/db/client.ts';
import type { ModelId, StemName } from '../../server/contract/models.ts';
import { newId, newShareId } from '../../server/domain/ids.ts';
import { stemKey } from '../../server/storage/keys.ts';
import { createLocalStorage } from '../../server/storage/local-storage.ts';
import { crc32 } from './crc32.ts';

export type FinishedSong = {
  accountId: string;
  name: string;
  model: ModelId;
  sampleCount: number;
  stems: readonly {
    name: StemName;
    silent?: boolean;
    files: Readonly<Partial<Record<'mp3' | 'ogg' | 'wav' | 'peaks', Buffer>>>;
  }[];
  analysis?: Prisma.InputJsonValue;
};

type Home = { db: Db; app: { dataDir: string; url: string } };

const addRow = async (db: Db, id: string, song: FinishedSong): Promise<string> => {
  const { lastSequence } = await db.account.update({
    where: { id: song.accountId },
    data: { lastSequence: { increment: 1 } },
  });
  const shareId = newShareId();
  const now = new Date();
  await db.split.create({
    data: {
      id,
      shareId,
      accountId: song.accountId,
      name: song.name,
      model: song.model,
      sequence: lastSequence,
      status: 'done',
      nameChosen: true,
      sourceKind: 'stored',
      sourceKey: `splits/${id}/source`,
      charged: 'allowance',
      generation: 1,
      progress: 100,
      startedAt: now,
      completedAt: now,
      durationSeconds: song.sampleCount / 44_100,
      sampleCount: song.sampleCount,
      ...(song.analysis === undefined ? {} : { analysis: song.analysis }),
    },
  });
  return shareId;
};

export const addFinishedSong = async (
  { db, app }: Home,
  song: FinishedSong,
): Promise<{ id: string; shareId: string }> => {
  const secret = 'x'.repeat(32);
  const storage = createLocalStorage({
    folder: path.join(app.dataDir, 'storage'),
    secret,
    siteUrl: app.url,
  });
  const id = newId('split');
  const shareId = await addRow(db, id, song);
  const durationSeconds = song.sampleCount / 44_100;
  for (const [position, { name, silent = false, files }] of song.stems.entries()) {
    await db.stem.create({ data: { splitId: id, position, name, silent, durationSeconds } });
    for (const [kind, content] of Object.entries(files) as ['mp3', Buffer][]) {
      await storage.put(stemKey(id, name, kind), Readable.from([content]), {
        contentType: 'application/octet-stream',
        maxBytes: content.length,
      });
      const checked = { bytes: BigInt(content.length), crc32: BigInt(crc32(content)) };
      await db.stemFile.create({ data: { splitId: id, stem: name, kind, ...checked } });
    }
  }
  return { id, shareId };
};
