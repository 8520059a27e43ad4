// The live progress of a shared song: one event at once, then one per change, until the song has ended.
import type { ProgressEvent } from '../../contract/share.ts';
import type { Services } from '../context.ts';
import { refuseDeadShare, requireShareId } from './get-shared-song.ts';

/** How long a follower may go without hearing anything; the stream beats in between. */
const beatMs = 15_000;

type Progress = ProgressEvent & { splitId: string };

const read = async (services: Services, shareId: string): Promise<Progress> => {
  const row = await services.db.split.findUnique({
    where: { shareId },
    select: { id: true, status: true, progress: true, etaSeconds: true },
  });
  if (!row) return refuseDeadShare(services, shareId);
  return { splitId: row.id, status: row.status, progress: row.progress, eta_seconds: row.etaSeconds };
};

const isSame = (a: Progress, b: Progress): boolean =>
  a.status === b.status && a.progress === b.progress && a.eta_seconds === b.eta_seconds;

/** Yields null as a heartbeat. The signal ends it; so do `done` and `failed`. */
export async function* followSharedSong(
  services: Services,
  input: { shareId: string },
  signal: AbortSignal,
): AsyncGenerator<ProgressEvent | null> {
  requireShareId(input.shareId);
  let told: Progress | null = null;
  while (!signal.aborted) {
    const known: Progress = told ?? (await read(services, input.shareId));
    const change = services.splitEvents.waitFor([known.splitId], beatMs, signal);
    const now: Progress = await read(services, input.shareId);
    if (told && isSame(told, now)) {
      if (!(await change)) yield null;
      continue;
    }
    told = now;
    const { splitId: _, ...event } = now;
    yield event;
    if (now.status === 'done' || now.status === 'failed') return;
  }
}
