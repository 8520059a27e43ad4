// Puts songs of the account into a setlist in the order given; refuses ids that are not the account's.
import type { DbTransaction } from '../../db/client.ts';
import { AppError } from '../app-error.ts';
import type { Context } from '../context.ts';
import { accountOf } from '../guard.ts';
import { planOf } from '../account/plan-of.ts';

export const requirePro = async (ctx: Context): Promise<void> => {
  if ((await planOf(ctx)) !== 'pro') {
    throw new AppError('plan_required', { message: 'Setlists need the Pro plan. See upgrade_url.' });
  }
};

const refuseUnknown = async (
  tx: DbTransaction,
  accountId: string,
  splitIds: readonly string[],
): Promise<void> => {
  const known = await tx.split.findMany({
    where: { accountId, id: { in: [...splitIds] } },
    select: { id: true },
  });
  const ids = new Set(known.map(({ id }) => id));
  const detail = splitIds.flatMap((id, index) =>
    ids.has(id)
      ? []
      : [
          {
            loc: ['body', 'split_ids', index],
            msg: 'No song of yours has this id',
            type: 'unknown_split',
            input: id,
          },
        ],
  );
  if (detail.length > 0) throw new AppError('validation_failed', { detail });
};

export const writeSongs = async (
  ctx: Context,
  tx: DbTransaction,
  setlistId: string,
  splitIds: readonly string[],
): Promise<void> => {
  await refuseUnknown(tx, accountOf(ctx), splitIds);
  await tx.setlistSong.deleteMany({ where: { setlistId } });
  await tx.setlistSong.createMany({
    data: splitIds.map((splitId, position) => ({ setlistId, splitId, position })),
  });
};
