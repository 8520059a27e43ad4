// Revokes a key by its id, whoever owns it: for an operator who learns that one leaked.
import type { Db } from '../../db/client.ts';
import { AppError } from '../app-error.ts';

export const revokeAnyKey = async (db: Db, input: { keyId: string }): Promise<{ id: string }> => {
  const { count } = await db.apiKey.updateMany({
    where: { id: input.keyId, revokedAt: null },
    data: { revokedAt: new Date() },
  });
  if (count === 0) throw new AppError('not_found', { message: `No living key has the id ${input.keyId}.` });
  return { id: input.keyId };
};
