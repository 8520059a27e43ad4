// Makes an API key. The key itself leaves here once and is stored as its hash only.
import type { ApiKeyWire } from '../../contract/key.ts';
import { limits } from '../../contract/limits.ts';
import { newId } from '../../domain/ids.ts';
import { hashSecret, newSecret, secretPrefixes } from '../../domain/secrets.ts';
import { AppError } from '../app-error.ts';
import type { Context } from '../context.ts';
import { requirePerson } from '../guard.ts';
import { lockAccount } from '../splits/reserve-split.ts';
import { presentKey } from './present-key.ts';

const shownCharacters = 4;

export const createKey = async (
  ctx: Context,
  input: { name: string },
): Promise<{ key: ApiKeyWire; secret: string }> => {
  const { accountId } = requirePerson(ctx);
  const secret = newSecret('apiKey');
  const row = await ctx.services.db.$transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const live = await tx.apiKey.count({ where: { accountId, revokedAt: null } });
    if (live >= limits.keysPerAccount) {
      throw new AppError('conflict', {
        message: `You have ${limits.keysPerAccount} keys. Revoke one that is not used.`,
      });
    }
    return tx.apiKey.create({
      data: {
        id: newId('key'),
        accountId,
        name: input.name,
        prefix: secret.slice(0, secretPrefixes.apiKey.length + shownCharacters),
        tokenHash: hashSecret(secret),
      },
    });
  });
  return { key: presentKey(row), secret };
};
