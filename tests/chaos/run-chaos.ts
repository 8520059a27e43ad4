// Kills a random process again and again while songs flow, waits for rest, and checks what is left.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServices } from '../../server/deps.ts';
import { readEnv } from '../../server/env.ts';
import { createTestAccount, type TestAccount } from '../support/accounts.ts';
import { startSongServer } from '../support/song-server.ts';
import { type ChaosTree, startTree, type Victim, victims } from './chaos-tree.ts';
import { checkEnd, type Figures, waitForRest } from './check-end.ts';
import { SongFlow } from './song-flow.ts';

export type ChaosOptions = {
  kills: number;
  /** Accounts that send at the same time. */
  lanes: number;
  pauseMs: readonly [number, number];
  restWithinMs: number;
  say: (line: string) => void;
};

export type ChaosResult = { figures: Figures; faults: string[] };

const between = ([from, to]: readonly [number, number]): number => from + Math.random() * (to - from);

const killAtRandom = async (tree: ChaosTree, options: ChaosOptions): Promise<Record<Victim, number>> => {
  const killed: Record<Victim, number> = { web: 0, engine: 0, worker: 0, postgres: 0 };
  for (let kills = 0; kills < options.kills;) {
    // A tree that is never whole runs no songs, and then nothing is put to the test.
    await tree.ready();
    await sleep(between(options.pauseMs));
    const victim = victims[Math.floor(Math.random() * victims.length)];
    if (victim === undefined || !tree.kill(victim)) continue;
    kills += 1;
    killed[victim] += 1;
    options.say(`  ${kills}/${options.kills}: ${victim}`);
  }
  return killed;
};

const createAccounts = async (services: ReturnType<typeof createServices>, count: number) => {
  const accounts: TestAccount[] = [];
  for (let n = 0; n < count; n += 1) accounts.push(await createTestAccount(services.db, { plan: 'pro' }));
  return accounts;
};

const runOn = async (tree: ChaosTree, options: ChaosOptions): Promise<ChaosResult> => {
  const services = createServices(readEnv({ ...tree.env }));
  const songs = await startSongServer();
  const startedMs = Date.now();
  try {
    await tree.ready();
    const accounts = await createAccounts(services, options.lanes + Math.ceil(options.kills * 0.6));
    const flow = new SongFlow(tree.siteUrl, songs.url, accounts);
    flow.start(options.lanes);
    const killed = await killAtRandom(tree, options);
    await flow.stop();
    const restMs = Date.now();
    options.say('Waiting for rest …');
    await waitForRest(services.db, options.restWithinMs, options.say);
    const { figures, faults } = await checkEnd(services, flow.flow);
    return {
      faults,
      figures: {
        ...Object.fromEntries(Object.entries(killed).map(([name, count]) => [`killed_${name}`, count])),
        ...figures,
        deleted: flow.flow.deleted.size,
        batches: flow.flow.batches.size,
        requests_repeated: flow.flow.retries,
        seconds_of_kills: Math.round((restMs - startedMs) / 1000),
        seconds_to_rest: Math.round((Date.now() - restMs) / 1000),
      },
    };
  } finally {
    await songs.stop();
    await services.splitEvents.close();
    await services.db.$disconnect();
  }
};

export const runChaos = async (options: ChaosOptions): Promise<ChaosResult> => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'partbook-chaos-'));
  const tree = await startTree({ dataDir, songMs: [300, 2_000], say: options.say });
  try {
    return await runOn(tree, options);
  } catch (error) {
    options.say(tree.lastWords());
    throw error;
  } finally {
    await tree.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
};
