// Starts what a message asks for through the same doors as every other route; a limit becomes a rejection.
import { createHash } from 'node:crypto';
import { A2AError } from '../../contract/a2a-error.ts';
import { nameFromFile } from '../../domain/song-name.ts';
import type { AskedSongs } from '../../domain/message-songs.ts';
import { AppError } from '../app-error.ts';
import { createBatch } from '../batches/create-batch.ts';
import type { Context } from '../context.ts';
import { createSplit } from '../splits/create-split.ts';
import type { OwnState } from './task-rows.ts';

export type StartedWork = { workId: string } | { refused: OwnState };

const limitCodes = new Set(['limit_reached', 'plan_required', 'rate_limited']);

/** The same message, or the same waiting task, never starts the work twice, also not in parallel. */
const keyOf = (origin: string): string =>
  `a2a_${createHash('sha256').update(origin).digest('hex').slice(0, 48)}`;

const start = async (ctx: Context, { songs, model }: AskedSongs, idempotencyKey: string): Promise<string> => {
  const named = songs.map(({ audioUrl, name }) => ({
    audioUrl,
    name: name === null ? null : nameFromFile(name),
  }));
  const [first, ...others] = named;
  if (first && others.length === 0) {
    const { split } = await createSplit(ctx, {
      source: { audioUrl: first.audioUrl },
      model,
      name: first.name,
      idempotencyKey,
    });
    return split.id;
  }
  const items = named.map(({ audioUrl, name }) => ({ audio_url: audioUrl, name }));
  const { batch } = await createBatch(ctx, { items, model, idempotencyKey });
  return batch.id;
};

const upgradeSentence = (error: AppError, upgradeUrl: string): string =>
  error.code === 'rate_limited'
    ? `Ten songs were submitted within an hour. Try again in ${error.retryAfterSeconds ?? 60} seconds.`
    : `${error.message.replace(/ See upgrade_url\.$/, '')} See ${upgradeUrl}`;

export const startWork = async (ctx: Context, asked: AskedSongs, origin: string): Promise<StartedWork> => {
  try {
    return { workId: await start(ctx, asked, keyOf(origin)) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'validation_failed') {
      throw new A2AError('INVALID_PARAMS', error.detail?.map(({ msg }) => msg).join(' ') ?? error.message);
    }
    if (!limitCodes.has(error.code)) throw error;
    const upgradeUrl = `${ctx.services.env.SITE_URL}/pricing`;
    return {
      refused: {
        kind: 'rejected',
        error: error.code,
        message: upgradeSentence(error, upgradeUrl),
        ...(error.code === 'rate_limited' ? {} : { upgrade_url: upgradeUrl }),
        ...(error.retryAfterSeconds === undefined ? {} : { retry_after_seconds: error.retryAfterSeconds }),
      },
    };
  }
};
