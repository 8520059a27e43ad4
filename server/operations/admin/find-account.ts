// Finds the account an operator names by its e-mail address.
import type { Db } from '../../db/client.ts';
import type { Account } from '../../db/generated/client.ts';
import { AppError } from '../app-error.ts';

export const findAccount = async (db: Db, email: string): Promise<Account> => {
  const account = await db.account.findUnique({ where: { email: email.trim().toLowerCase() } });
  if (!account) throw new AppError('not_found', { message: `No account has the address ${email}.` });
  return account;
};
