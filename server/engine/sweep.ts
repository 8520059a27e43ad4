// Forgets what is over: ended runs, ids seen long ago; and ends runs that outlived every purpose.
import type { SqlPool } from '../db/sql.ts';
import { lockRun } from './complete-step.ts';
import { endRun } from './end-run.ts';

const sweptAtOnce = 1000;
const runDaysMax = 7;

export const sweep = async (db: SqlPool): Promise<void> => {
  await db.query`
    DELETE FROM engine_runs WHERE id IN (
      SELECT id FROM engine_runs WHERE ended_at < now() - interval '24 hours' LIMIT ${sweptAtOnce})`;
  await db.query`
    DELETE FROM engine_seen WHERE (scope, key) IN (
      SELECT scope, key FROM engine_seen WHERE seen_at < now() - interval '24 hours' LIMIT ${sweptAtOnce})`;
  const old = await db.query<{ id: string }>`
    SELECT id FROM engine_runs WHERE status = 'running'
      AND created_at < now() - make_interval(days => ${runDaysMax}::int) LIMIT 100`;
  for (const { id } of old) {
    await db.transaction(async (tx) => {
      const message = `The run did not end within ${runDaysMax} days`;
      if (await lockRun(tx, id))
        await endRun(tx, id, { status: 'failed', error: { name: 'Error', message } });
    });
  }
};
