// Has a worker's encoder make the MP3 of a shared song's mix; anyone with the link may ask.
import type { ValidationIssue } from '../../contract/error-body.ts';
import type { MixWish } from '../../contract/mix.ts';
import type { MadeMix, MixRequest } from '../../separation/workers.ts';
import { stemKey } from '../../storage/keys.ts';
import { AppError } from '../app-error.ts';
import type { Services } from '../context.ts';
import { refuseDeadShare, requireShareId } from './get-shared-song.ts';

const sampleRate = 44_100;
/** The worker reads the stems while it encodes; longer than it may take for the longest song. */
const stemLinkSeconds = 3600;
const retryAfterSeconds = 15;

const refuse = (loc: (string | number)[], msg: string, type: string): never => {
  const detail: ValidationIssue[] = [{ loc: ['body', ...loc], msg, type }];
  throw new AppError('validation_failed', { message: msg, detail });
};

type Song = { id: string; name: string; sampleCount: number; stems: ReadonlySet<string> };

const readSong = async (services: Services, shareId: string): Promise<Song> => {
  requireShareId(shareId);
  const split = await services.db.split.findUnique({
    where: { shareId },
    select: { id: true, name: true, status: true, sampleCount: true, stems: { select: { name: true } } },
  });
  if (!split) return refuseDeadShare(services, shareId);
  if (split.status !== 'done' || split.sampleCount === null) {
    throw new AppError('conflict', { message: 'The song is not split yet. Ask again when it is done.' });
  }
  const stems = new Set(split.stems.map(({ name }) => name));
  return { id: split.id, name: split.name, sampleCount: split.sampleCount, stems };
};

const stretchOf = (wish: MixWish, { sampleCount }: Song): { start: number; frames: number } => {
  const start = Math.round(wish.start_seconds * sampleRate);
  const end = Math.min(sampleCount, Math.round(wish.end_seconds * sampleRate));
  if (start >= sampleCount) refuse(['start_seconds'], 'The mix must begin within the song.', 'value_error');
  if (end <= start) refuse(['end_seconds'], 'The mix must end after it begins.', 'value_error');
  return { start, frames: end - start };
};

const requestOf = async (services: Services, wish: MixWish, song: Song): Promise<MixRequest> => {
  const names = wish.stems.map(({ name }) => name);
  for (const [index, name] of names.entries()) {
    if (!song.stems.has(name)) refuse(['stems', index, 'name'], 'The song has no such stem.', 'unknown_stem');
    if (names.indexOf(name) !== index)
      refuse(['stems', index, 'name'], 'Each stem may stand once.', 'duplicate');
  }
  const { start, frames } = stretchOf(wish, song);
  const audible = wish.stems.filter(({ gain }) => gain > 0);
  const stems = await Promise.all(
    audible.map(async ({ name, gain, pan }) => ({
      url: await services.storage.signGet(stemKey(song.id, name, 'wav'), {
        expiresInSeconds: stemLinkSeconds,
        audience: 'worker',
      }),
      gain,
      pan,
    })),
  );
  return {
    title: song.name,
    stems,
    start_frame: start,
    frame_count: frames,
    speed_percent: wish.speed_percent,
    semitones: wish.semitones,
  };
};

export const exportMix = async (
  services: Services,
  input: { shareId: string; wish: MixWish },
  signal: AbortSignal,
): Promise<MadeMix> => {
  const song = await readSong(services, input.shareId);
  const made = await services.workers.mix(await requestOf(services, input.wish, song), signal);
  if (made) return made;
  throw new AppError('unavailable', {
    message: 'The encoder is busy with other mixes. Try again in a moment, or export a WAV.',
    retryAfterSeconds,
  });
};
