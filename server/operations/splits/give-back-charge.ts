// Gives a song's allowance or credit back: one ledger entry, once, whoever asks.
import type { DbTransaction } from '../../db/client.ts';
import type { Split } from '../../db/generated/client.ts';
import { lockAccount } from './reserve-split.ts';

/** The entry goes to the month of the charge. The account is locked here, so the check and the entry are one. */
export const giveBackCharge = async (
  tx: DbTransaction,
  split: Pick<Split, 'id' | 'accountId'>,
  note: string,
): Promise<boolean> => {
  await lockAccount(tx, split.accountId);
  const entries = await tx.ledgerEntry.findMany({ where: { splitId: split.id } });
  const [charge] = entries;
  if (!charge || entries.length > 1) return false;
  await tx.ledgerEntry.create({
    data: {
      accountId: split.accountId,
      kind: charge.kind,
      delta: -charge.delta,
      month: charge.month,
      splitId: split.id,
      note,
    },
  });
  if (charge.kind === 'credit') {
    await tx.account.update({
      where: { id: split.accountId },
      data: { credits: { increment: -charge.delta } },
    });
  }
  return true;
};
