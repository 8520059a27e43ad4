// Downloads a song from its owner's link into storage, with a sign of life while it lasts.
import { limits } from '../../contract/limits.ts';
import type { Split } from '../../db/generated/client.ts';
import { nameFromFile } from '../../domain/song-name.ts';
import { FetchRefused, type FetchedSong } from '../../ingest/ingest.ts';
import { sourceKey } from '../../storage/keys.ts';
import { StorageTooLarge } from '../../storage/storage.ts';
import type { Services } from '../context.ts';
import { beat, type SplitWork } from './split-work.ts';
import { type Failure, settleSplit } from './settle-split.ts';

const beatMs = 10_000;

const failureOf = (error: unknown): Failure | null => {
  if (error instanceof FetchRefused) return { reason: error.reason, message: error.message };
  if (error instanceof StorageTooLarge) return { reason: 'file_too_large', message: null };
  return null;
};

/** Ends the download when the song is deleted or goes on elsewhere. */
const download = async (services: Services, split: Split, work: SplitWork): Promise<FetchedSong> => {
  const stop = new AbortController();
  const beating = setInterval(() => {
    beat(services, work).then(
      (wanted) => {
        if (wanted === null) stop.abort();
      },
      (error: unknown) => services.log.warn('beat_failed', { splitId: split.id, error }),
    );
  }, beatMs);
  try {
    return await services.ingest.fetchSong(split.sourceUrl ?? '', {
      maxBytes: limits.directUploadBytes,
      signal: stop.signal,
      sink: async (body) => {
        const options = { contentType: 'application/octet-stream', maxBytes: limits.directUploadBytes };
        await services.storage.put(sourceKey(split.id), body, options);
      },
    });
  } finally {
    clearInterval(beating);
  }
};

/** The song with its source; null when it is not wanted any more. */
const keepSource = async (services: Services, split: Split, song: FetchedSong): Promise<Split | null> => {
  const name = split.nameChosen || song.filename === null ? null : nameFromFile(song.filename);
  const [kept] = await services.db.split.updateManyAndReturn({
    where: { id: split.id, generation: split.generation, status: 'processing' },
    data: {
      sourceKey: sourceKey(split.id),
      sourceBytes: BigInt(song.bytes),
      heartbeatAt: new Date(),
      ...(name === null ? {} : { name }),
    },
  });
  if (kept) return kept;
  // Deleted meanwhile: its files were removed before this one was whole.
  const stillThere = await services.db.split.count({ where: { id: split.id, status: 'processing' } });
  if (stillThere === 0) await services.storage.delete(sourceKey(split.id));
  return null;
};

/** Null when the song ended here: its link led to nothing that can be split, or its owner deleted it. */
export const fetchSource = async (services: Services, split: Split): Promise<Split | null> => {
  const work = { splitId: split.id, generation: split.generation };
  try {
    return await keepSource(services, split, await download(services, split, work));
  } catch (error) {
    if (!(await beat(services, work))) return null;
    const failure = failureOf(error);
    if (!failure) throw error;
    await settleSplit(services, { ...work, failure });
    return null;
  }
};
