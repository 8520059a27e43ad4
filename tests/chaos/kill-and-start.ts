// Starts the service, kills it at a random moment while rows are written, starts it again, and looks for every row.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findDatabaseUrl } from '../../server/supervisor/find-database.ts';
import { killAll, treeOf } from '../support/process-tree.ts';
import { runStartCommand } from '../support/start-command.ts';

export type ChaosReport = { kills: number; acknowledged: number; lost: number; startSeconds: number[] };

export type ChaosOptions = { rounds: number; longestLifeMs: number; say: (line: string) => void };

const connect = async (dataDir: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: findDatabaseUrl({ DATA_DIR: dataDir }) });
  // The server is killed under it.
  client.on('error', () => {});
  await client.connect();
  return client;
};

/** Waits for the database, then writes one row after the other; every number in `written` was acknowledged. */
const keepWriting = async (dataDir: string, written: number[], isOver: () => boolean): Promise<void> => {
  while (!isOver()) {
    try {
      const client = await connect(dataDir);
      await client.query('CREATE TABLE IF NOT EXISTS chaos_rows (n bigint PRIMARY KEY)');
      for (let next = (written.at(-1) ?? 0) + 1_000; ; next += 1) {
        await client.query('INSERT INTO chaos_rows VALUES ($1)', [next]);
        written.push(next);
      }
    } catch {
      // Not up yet, or killed as planned.
      await sleep(50);
    }
  }
};

const countLost = async (dataDir: string, written: readonly number[]): Promise<number> => {
  const client = await connect(dataDir);
  try {
    await client.query('CREATE TABLE IF NOT EXISTS chaos_rows (n bigint PRIMARY KEY)');
    const { rows } = await client.query<{ n: string }>('SELECT n FROM chaos_rows');
    const present = new Set(rows.map(({ n }) => Number(n)));
    return written.filter((n) => !present.has(n)).length;
  } finally {
    await client.end();
  }
};

/** One life, ended at a moment nobody chose: while it starts, or once it serves. Each third time only the supervisor dies. */
const liveAndDie = async (
  dataDir: string,
  round: number,
  { longestLifeMs, say }: ChaosOptions,
  written: number[],
) => {
  const command = runStartCommand({ DATA_DIR: dataDir, PORT: '0' });
  let isOver = false;
  const writing = keepWriting(dataDir, written, () => isOver);
  if (round % 2 === 0) await command.ready;
  const lifeMs = Math.random() * longestLifeMs;
  await sleep(lifeMs);
  const tree = treeOf(command.pid);
  const victims = round % 3 === 2 ? tree.slice(0, 1) : tree;
  killAll(victims);
  await command.ended;
  isOver = true;
  // An orphaned database still answers; the writer must not go on through the next start.
  if (victims.length === 1) killAll(tree);
  await writing;
  const when = `${Math.round(lifeMs)} ms after ${round % 2 === 0 ? 'it was ready' : 'it was started'}`;
  say(
    `killed ${victims.length} of ${tree.length} processes ${when}; ${written.length} rows acknowledged so far`,
  );
};

export const killAndStart = async (options: ChaosOptions): Promise<ChaosReport> => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'partbook-chaos-'));
  await chmod(dataDir, 0o711);
  const written: number[] = [];
  const report: ChaosReport = { kills: 0, acknowledged: 0, lost: 0, startSeconds: [] };
  try {
    for (let round = 0; round < options.rounds; round += 1) {
      await liveAndDie(dataDir, round, options, written);
      report.kills += 1;
      const startedMs = Date.now();
      const command = runStartCommand({ DATA_DIR: dataDir, PORT: '0' });
      try {
        const { url } = await command.ready;
        report.startSeconds.push((Date.now() - startedMs) / 1000);
        const answer = await fetch(url);
        if (answer.status >= 500) throw new Error(`${url} answered ${answer.status}`);
        report.lost = await countLost(dataDir, written);
      } finally {
        await command.stop();
      }
    }
    report.acknowledged = written.length;
    return report;
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
};
