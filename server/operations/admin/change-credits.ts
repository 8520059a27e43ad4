// Adds credits to an account or takes them, with a ledger entry, never below zero.
import type { Db } from '../../db/client.ts';
import { monthStart } from '../../domain/month.ts';
import { AppError } from '../app-error.ts';
import { lockAccount } from '../splits/reserve-split.ts';
import { findAccount } from './find-account.ts';

export const changeCredits = async (
  db: Db,
  input: { email: string; change: number },
): Promise<{ email: string; credits: number }> => {
  const { id, email } = await findAccount(db, input.email);
  return db.$transaction(async (tx) => {
    const locked = await lockAccount(tx, id);
    const credits = (locked?.credits ?? 0) + input.change;
    if (credits < 0) {
      throw new AppError('conflict', {
        message: `${email} has ${locked?.credits ?? 0} credits; ${-input.change} cannot be taken.`,
      });
    }
    await tx.ledgerEntry.create({
      data: {
        accountId: id,
        kind: 'credit',
        delta: input.change,
        month: monthStart(new Date()),
        note: 'changed by the operator',
      },
    });
    await tx.account.update({ where: { id }, data: { credits } });
    return { email, credits };
  });
};
