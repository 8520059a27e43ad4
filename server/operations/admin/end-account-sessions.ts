// Signs an account out everywhere.
import type { Db } from '../../db/client.ts';
import { findAccount } from './find-account.ts';

export const endAccountSessions = async (
  db: Db,
  input: { email: string },
): Promise<{ email: string; ended: number }> => {
  const { id, email } = await findAccount(db, input.email);
  const { count } = await db.session.deleteMany({ where: { accountId: id } });
  return { email, ended: count };
};
