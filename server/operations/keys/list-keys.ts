// Lists the account's living keys, newest first; there are never more than a page of them.
import type { ApiKeyWire } from '../../contract/key.ts';
import { limits } from '../../contract/limits.ts';
import type { Context } from '../context.ts';
import { requirePerson } from '../guard.ts';
import { presentKey } from './present-key.ts';

export const listKeys = async (ctx: Context): Promise<ApiKeyWire[]> => {
  const { accountId } = requirePerson(ctx);
  const rows = await ctx.services.db.apiKey.findMany({
    where: { accountId, revokedAt: null },
    orderBy: { createdAt: 'desc' },
    take: limits.keysPerAccount,
  });
  return rows.map(presentKey);
};
