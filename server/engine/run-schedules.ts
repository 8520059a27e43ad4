// Starts the functions whose schedule names the present minute, once, however many engines are awake.
import type { SqlPool } from '../db/sql.ts';
import { isDue } from './cron.ts';
import { firstTime } from './first-time.ts';
import type { EngineFunctions } from './function-config.ts';
import { startRun } from './start-run.ts';

const minuteMs = 60_000;

export const runSchedules = async (db: SqlPool, functions: EngineFunctions, now: Date): Promise<void> => {
  const minute = new Date(Math.floor(now.getTime() / minuteMs) * minuteMs);
  for (const fn of functions.values()) {
    for (const { text, schedule } of fn.crons) {
      if (!isDue(schedule, minute)) continue;
      const id = `${fn.id}:${text}:${minute.toISOString()}`;
      await db.transaction(async (tx) => {
        if (!(await firstTime(tx, 'schedule', id))) return;
        await startRun(tx, fn, {
          id,
          name: 'inngest/scheduled.timer',
          data: { cron: text },
          ts: now.getTime(),
        });
      });
    }
  }
};
