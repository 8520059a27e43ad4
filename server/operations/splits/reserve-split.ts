// The one door every song passes: in the caller's transaction it checks pace, plan, allowance and credit, and inserts.
import type { ModelId } from '../../contract/models.ts';
import { hourSeconds, limits } from '../../contract/limits.ts';
import type { PlanId } from '../../contract/plans.ts';
import type { DbTransaction } from '../../db/client.ts';
import type { Split } from '../../db/generated/client.ts';
import { decideCharge } from '../../domain/charge.ts';
import { newShareId } from '../../domain/ids.ts';
import { monthStart } from '../../domain/month.ts';
import type { Env } from '../../env.ts';

export type SplitSource = { kind: 'url'; url: string } | { kind: 'stored'; key: string; bytes: number };

export type Reservation = {
  splitId: string;
  accountId: string;
  model: ModelId;
  name: string;
  nameChosen: boolean;
  source: SplitSource;
  batchId: string | null;
  /** A batch item keeps the place it was given; everything else goes to the end of the account's line. */
  sequence: bigint | null;
};

export type ReservationResult =
  | { ok: true; split: Split }
  | { ok: false; code: 'limit_reached' | 'plan_required' | 'rate_limited'; retryAfterSeconds?: number };

export type LockedAccount = { plan: PlanId; credits: number; lastSequence: bigint };

/** Locks the account until the transaction ends, so that no two submissions of one account race. */
export const lockAccount = async (tx: DbTransaction, accountId: string): Promise<LockedAccount | null> => {
  const rows = await tx.$queryRaw<{ plan: PlanId; credits: number; last_sequence: bigint }[]>`
    SELECT plan::text AS plan, credits, last_sequence FROM accounts WHERE id = ${accountId} FOR UPDATE`;
  const row = rows[0];
  return row ? { plan: row.plan, credits: row.credits, lastSequence: row.last_sequence } : null;
};

const splitsUsedInMonth = async (
  tx: Pick<DbTransaction, 'ledgerEntry'>,
  accountId: string,
  now: Date,
): Promise<number> => {
  const sum = await tx.ledgerEntry.aggregate({
    where: { accountId, kind: 'allowance', month: monthStart(now) },
    _sum: { delta: true },
  });
  return sum._sum.delta ?? 0;
};

/** The songs of the sliding hour, oldest first; never more rows than the pace plus one batch. */
export const submissionsInHour = async (
  tx: Pick<DbTransaction, 'submission'>,
  accountId: string,
  now: Date,
): Promise<Date[]> => {
  const rows = await tx.submission.findMany({
    where: { accountId, createdAt: { gt: new Date(now.getTime() - hourSeconds * 1000) } },
    orderBy: { createdAt: 'asc' },
    select: { createdAt: true },
    take: limits.songsPerHour * 2,
  });
  return rows.map((row) => row.createdAt);
};

/** Seconds until the pace lets one more song in; 0 when it does now. */
export const paceWaitSeconds = (recent: readonly Date[], now: Date): number => {
  const blocking = recent[recent.length - limits.songsPerHour];
  if (!blocking) return 0;
  return Math.max(1, Math.ceil((blocking.getTime() + hourSeconds * 1000 - now.getTime()) / 1000));
};

const monthlySplits = (env: Env, plan: PlanId): number =>
  plan === 'pro' ? env.PRO_SPLITS_PER_MONTH : env.FREE_SPLITS_PER_MONTH;

const insertCharge = async (
  tx: DbTransaction,
  input: Reservation,
  charge: 'allowance' | 'credit',
  now: Date,
): Promise<void> => {
  await tx.ledgerEntry.create({
    data: {
      accountId: input.accountId,
      kind: charge,
      delta: charge === 'allowance' ? 1 : -1,
      month: monthStart(now),
      splitId: input.splitId,
      note: 'song accepted',
    },
  });
  if (charge === 'credit') {
    await tx.account.update({ where: { id: input.accountId }, data: { credits: { decrement: 1 } } });
  }
  await tx.submission.create({ data: { accountId: input.accountId, createdAt: now } });
};

const insertSplit = async (
  tx: DbTransaction,
  input: Reservation,
  charged: 'allowance' | 'credit',
  sequence: bigint,
): Promise<Split> => {
  const split = await tx.split.create({
    data: {
      id: input.splitId,
      accountId: input.accountId,
      sequence,
      model: input.model,
      name: input.name,
      nameChosen: input.nameChosen,
      sourceKind: input.source.kind,
      sourceUrl: input.source.kind === 'url' ? input.source.url : null,
      sourceKey: input.source.kind === 'stored' ? input.source.key : null,
      sourceBytes: input.source.kind === 'stored' ? BigInt(input.source.bytes) : null,
      charged,
      batchId: input.batchId,
      shareId: newShareId(),
    },
  });
  await tx.splitEvent.create({ data: { splitId: split.id, status: 'queued', progress: 0 } });
  return split;
};

/** The caller has locked the account (lockAccount) in the same transaction. */
export const reserveSplit = async (
  tx: DbTransaction,
  env: Env,
  account: LockedAccount,
  input: Reservation,
): Promise<ReservationResult> => {
  const now = new Date();
  const waitSeconds = paceWaitSeconds(await submissionsInHour(tx, input.accountId, now), now);
  if (waitSeconds > 0) return { ok: false, code: 'rate_limited', retryAfterSeconds: waitSeconds };
  const decision = decideCharge(input.model, {
    plan: account.plan,
    credits: account.credits,
    splitsUsed: await splitsUsedInMonth(tx, input.accountId, now),
    splitsPerMonth: monthlySplits(env, account.plan),
  });
  if ('refuse' in decision) return { ok: false, code: decision.refuse };
  await insertCharge(tx, input, decision.charge, now);
  const sequence = input.sequence ?? (await nextSequence(tx, input.accountId, 1));
  return { ok: true, split: await insertSplit(tx, input, decision.charge, sequence) };
};

/** Takes `count` places at the end of the account's line and returns the first. */
export const nextSequence = async (tx: DbTransaction, accountId: string, count: number): Promise<bigint> => {
  const { lastSequence } = await tx.account.update({
    where: { id: accountId },
    data: { lastSequence: { increment: count } },
    select: { lastSequence: true },
  });
  return lastSequence - BigInt(count - 1);
};
