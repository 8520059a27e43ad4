// Starts the oldest waiting songs of an account, as many as may run at once.
import { limits } from '../../contract/limits.ts';
import { nameFromUrl, untitled } from '../../domain/song-name.ts';
import { newId } from '../../domain/ids.ts';
import type { DbTransaction } from '../../db/client.ts';
import type { Split } from '../../db/generated/client.ts';
import type { Services } from '../context.ts';
import { sendOutbox } from '../jobs/send-outbox.ts';
import { startEvent, writeOutbox } from '../jobs/write-outbox.ts';
import { completeBatch } from './end-batch-item.ts';
import { lockAccount, type LockedAccount, reserveSplit } from './reserve-split.ts';

type Turn = { batchId: string | null; index: number | null; splitId: string | null; sequence: bigint };

/** Every turn starts a song or ends an item; this many in one dispatch, the rest in the next. */
const turnsMax = 40;

/** Songs and batch items stand in one line, in the order they were submitted. */
const nextInLine = async (tx: DbTransaction, accountId: string): Promise<Turn | null> => {
  const rows = await tx.$queryRaw<Turn[]>`
    SELECT id AS "splitId", NULL AS "batchId", NULL::int AS index, sequence
    FROM splits WHERE account_id = ${accountId} AND status = 'queued'
    UNION ALL
    SELECT NULL, batch_id, index, sequence
    FROM batch_items WHERE account_id = ${accountId} AND status = 'queued' AND split_id IS NULL
    ORDER BY sequence LIMIT 1`;
  return rows[0] ?? null;
};

const startSplit = async (tx: DbTransaction, splitId: string, now: Date): Promise<string[]> => {
  const split: Split = await tx.split.update({
    where: { id: splitId },
    data: { status: 'processing', startedAt: now, heartbeatAt: now, generation: { increment: 1 } },
  });
  await tx.splitEvent.create({ data: { splitId, status: 'processing', progress: split.progress } });
  return writeOutbox(tx, [startEvent(split)]);
};

/** The item's turn: it is charged now, or fails alone with what refuses it. */
const startItem = async (
  tx: DbTransaction,
  { env }: Services,
  account: LockedAccount & { id: string },
  turn: { batchId: string; index: number; sequence: bigint },
): Promise<string[] | null> => {
  const place = { batchId_index: { batchId: turn.batchId, index: turn.index } };
  const item = await tx.batchItem.findUniqueOrThrow({ where: place });
  const splitId = newId('split');
  const guess = nameFromUrl(item.audioUrl);
  const result = await reserveSplit(tx, env, account, {
    splitId,
    accountId: account.id,
    model: item.model,
    name: item.name ?? guess ?? untitled,
    nameChosen: item.name !== null,
    source: { kind: 'url', url: item.audioUrl },
    batchId: turn.batchId,
    sequence: turn.sequence,
  });
  const now = new Date();
  if (!result.ok) {
    await tx.batchItem.update({ where: place, data: { status: 'failed', reason: result.code } });
    await completeBatch(tx, turn.batchId, now);
    return null;
  }
  await tx.batchItem.update({ where: place, data: { status: 'processing', splitId } });
  return startSplit(tx, splitId, now);
};

/** `last`: the account runs as many songs now as it may. */
type Claim = { kind: 'none' } | { kind: 'ended' } | { kind: 'started'; outboxIds: string[]; last: boolean };

const claimOne = async (tx: DbTransaction, services: Services, accountId: string): Promise<Claim> => {
  const account = await lockAccount(tx, accountId);
  if (!account) return { kind: 'none' };
  const running = await tx.split.count({ where: { accountId, status: 'processing' } });
  if (running >= limits.splitsAtOnce) return { kind: 'none' };
  const turn = await nextInLine(tx, accountId);
  if (!turn) return { kind: 'none' };
  const last = running + 1 >= limits.splitsAtOnce;
  if (turn.splitId !== null) {
    return { kind: 'started', outboxIds: await startSplit(tx, turn.splitId, new Date()), last };
  }
  const item = { batchId: turn.batchId ?? '', index: turn.index ?? 0, sequence: turn.sequence };
  const outboxIds = await startItem(tx, services, { ...account, id: accountId }, item);
  return outboxIds === null ? { kind: 'ended' } : { kind: 'started', outboxIds, last };
};

/** How many songs it started. The account's lock makes two dispatches of one account follow each other. */
export const claimNext = async (services: Services, accountId: string): Promise<number> => {
  let started = 0;
  for (let turn = 0; turn < turnsMax; turn += 1) {
    const claim = await services.db.$transaction((tx) => claimOne(tx, services, accountId));
    if (claim.kind === 'none') break;
    if (claim.kind === 'started') {
      started += 1;
      await sendOutbox(services, claim.outboxIds);
      if (claim.last) break;
    }
  }
  return started;
};
