// The caller's position: plan, what is left of the month and the hour, and every limit.
import type { AccountWire } from '../../contract/account.ts';
import { limits } from '../../contract/limits.ts';
import { modelIds, products } from '../../contract/models.ts';
import { nextMonthStart } from '../../domain/month.ts';
import { AppError } from '../app-error.ts';
import type { Context } from '../context.ts';
import { accountOf } from '../guard.ts';
import { positionTimes } from './position-times.ts';

export const getAccount = async (ctx: Context): Promise<AccountWire> => {
  const { hotReads, env } = ctx.services;
  const now = new Date();
  // One query at most: clients poll this, and each round trip costs as much as the route.
  const account = ctx.position ?? (await hotReads.position(accountOf(ctx), positionTimes(now)));
  if (!account) throw new AppError('invalid_api_key');
  const perMonth = account.plan === 'pro' ? env.PRO_SPLITS_PER_MONTH : env.FREE_SPLITS_PER_MONTH;
  return {
    plan: account.plan,
    splits_used: account.used,
    splits_left: Math.max(0, perMonth - account.used),
    splits_per_month: perMonth,
    resets_at: nextMonthStart(now).toISOString(),
    credits: account.credits,
    limits: {
      songs_per_hour: limits.songsPerHour,
      songs_left_this_hour: Math.max(0, limits.songsPerHour - account.recent),
      splits_at_once: limits.splitsAtOnce,
      batch_size: limits.batchSize,
      form_upload_bytes: limits.formUploadBytes,
      direct_upload_bytes: limits.directUploadBytes,
      upload_part_bytes: limits.uploadPartBytes,
      models: modelIds.filter(
        (model) => products[model].plan === 'free' || account.plan === 'pro' || account.credits > 0,
      ),
    },
    upgrade_url: `${env.SITE_URL}/pricing`,
  };
};
