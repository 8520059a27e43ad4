// Songs of an account as rows only: what the library shows of them needs no sound.
import type { Db } from '../../server/db/client.ts';
import { newId, newShareId } from '../../server/domain/ids.ts';

type SongRow = {
  name: string;
  status?: 'done' | 'failed' | 'queued' | 'processing';
  model?: 'vocals' | 'fast';
};

const stemsOf = { vocals: ['vocals', 'instrumental'], fast: ['vocals', 'drums', 'bass', 'other'] } as const;
const seconds = 214;

const fieldsOf = (status: NonNullable<SongRow['status']>) => {
  const now = new Date();
  switch (status) {
    case 'failed':
      return { startedAt: now, completedAt: now, reason: 'fetch_failed' } as const;
    case 'queued':
      return {};
    case 'processing':
      return { startedAt: now, heartbeatAt: now, progress: 64, etaSeconds: 48, durationSeconds: seconds };
    case 'done':
      return {
        startedAt: now,
        completedAt: now,
        progress: 100,
        durationSeconds: seconds,
        sampleCount: seconds * 44_100,
      };
  }
};

/** The last one is the newest. */
export const addSongRows = async (db: Db, accountId: string, songs: readonly SongRow[]): Promise<void> => {
  for (const { name, status = 'done', model = 'vocals' } of songs) {
    const { lastSequence } = await db.account.update({
      where: { id: accountId },
      data: { lastSequence: { increment: 1 } },
    });
    const id = newId('split');
    await db.split.create({
      data: {
        id,
        accountId,
        sequence: lastSequence,
        model,
        name,
        nameChosen: true,
        status,
        sourceKind: 'url',
        sourceUrl: 'https://example.org/song.mp3',
        charged: 'allowance',
        shareId: newShareId(),
        ...fieldsOf(status),
      },
    });
    if (status !== 'done') continue;
    await db.stem.createMany({
      data: stemsOf[model].map((stem, position) => ({
        splitId: id,
        position,
        name: stem,
        silent: false,
        durationSeconds: seconds,
      })),
    });
  }
};
