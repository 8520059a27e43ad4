// The one command: starts every part of an installation in order, keeps it running, and stops it whole.
import path from 'node:path';
import { migrate } from '../db/migrate.ts';
import { tryLock } from './generation-lock.ts';
import { readInstallation, type Installation } from './installation.ts';
import { keepPostgres, type KeptPostgres } from './kept-postgres.ts';
import { superviseChild, type ChildEvent, type ManagedChild } from './managed-child.ts';
import { ensureBuild } from './next-build.ts';
import { planEngine, planWeb, planWorker, type PartPlace, type PartPlan } from './part-plans.ts';
import { chooseInnerPorts, chooseSitePort, rememberPostgresPort, rememberSiteUrl } from './port-choice.ts';
import { ensurePrismaClient } from './prisma-client.ts';
import { openProcessRecord, stopRecordedProcesses } from './process-record.ts';

export type StartOptions = {
  env: Readonly<Record<string, string | undefined>>;
  /** Names the JavaScript file of a TypeScript program, made from its sources as they are. */
  bundle: (script: string) => Promise<string>;
  say: (line: string) => void;
  /** Aborted when the start itself is to be given up. */
  signal: AbortSignal;
};

type RunningPartbook = { siteUrl: string; ownerLink: string | null };

export type PartbookTree = {
  /** Rejects when a part cannot be started; `stop` is to be called all the same. */
  ready: Promise<RunningPartbook>;
  stop: () => Promise<void>;
};

/** Web, worker and engine get this long to finish what they do; the database follows, all within 10 s. */
const partGraceMs = 6_000;

const takeDataDir = ({ dataDir, runDir }: Installation): (() => void) => {
  const attempt = tryLock(path.join(runDir, 'lock'));
  if ('lock' in attempt) return attempt.lock.release;
  throw new Error(
    `Partbook already runs on ${dataDir} (process ${attempt.heldBy.pid}). ` +
      'Stop it first, or set DATA_DIR to another folder for a second installation.',
  );
};

const findPlace = async (installation: Installation): Promise<PartPlace> => {
  const sitePort = await chooseSitePort(installation);
  const ports = await chooseInnerPorts(installation.runDir);
  const siteUrl = installation.siteUrl ?? `http://localhost:${sitePort}`;
  rememberSiteUrl(installation.runDir, siteUrl);
  return { installation, ports, sitePort, siteUrl };
};

class Tree {
  readonly installation: Installation;
  readonly options: StartOptions;
  readonly release: () => void;
  readonly record;
  parts: ManagedChild[] = [];
  postgres: Promise<KeptPostgres> | null = null;

  constructor(installation: Installation, options: StartOptions) {
    this.installation = installation;
    this.options = options;
    this.release = takeDataDir(installation);
    this.record = openProcessRecord(installation.runDir);
  }

  async launch(plan: PartPlan | null, onEvent: (event: ChildEvent) => void = () => {}): Promise<void> {
    if (plan === null) return;
    const { bundle, say, signal } = this.options;
    const file = await bundle(plan.script);
    const inner: Record<string, string> = {};
    for (const [name, script] of Object.entries(plan.inner ?? {})) inner[name] = await bundle(script);
    signal.throwIfAborted();
    const part = superviseChild(
      { ...plan, file, env: { ...plan.env, ...inner } },
      { say, record: this.record.set, onEvent },
    );
    this.parts.push(part);
    await part.ready;
  }

  async openDatabase(port: number): Promise<string> {
    const { databaseUrl, dataDir, postgresPassword } = this.installation;
    const { say } = this.options;
    if (databaseUrl === null) {
      const folder = path.join(dataDir, 'postgres');
      this.postgres = keepPostgres({ folder, password: postgresPassword, preferredPort: port }, say);
    }
    const postgres = await this.postgres;
    if (postgres) rememberPostgresPort(this.installation.runDir, postgres.port);
    const url = databaseUrl ?? postgres?.url ?? '';
    const applied = await migrate(url);
    if (applied.length > 0) say(`Brought the database up to date: ${applied.join(', ')}.`);
    return url;
  }

  async start(): Promise<RunningPartbook> {
    const { say } = this.options;
    await stopRecordedProcesses(this.installation.runDir, say);
    const place = await findPlace(this.installation);
    const worker = this.launch(planWorker(place));
    // It is waited for last; until then its failure must not count as unhandled.
    worker.catch(() => {});
    const database = this.openDatabase(place.ports.postgres);
    const built = ensurePrismaClient(say).then(() => ensureBuild(say));
    const [databaseUrl] = await Promise.all([database, built]);
    let ownerLink: string | null = null;
    const web = this.launch(planWeb(place, databaseUrl), (event) => {
      if (event.event === 'owner_link') ownerLink = event.url ?? null;
    });
    // The engine asks the site for its functions until it answers.
    const engine = this.launch(planEngine(place, databaseUrl));
    await Promise.all([worker, web, engine]);
    return { siteUrl: place.siteUrl, ownerLink };
  }

  async stop(): Promise<void> {
    await Promise.all(this.parts.map((part) => part.stop(partGraceMs)));
    // A start given up may still be on its way to a running database.
    const postgres = await this.postgres?.catch(() => null);
    await postgres?.stop();
    this.release();
  }
}

/** Throws when the settings are wrong or the folder is in use; nothing is started then. */
export const startPartbook = (options: StartOptions): PartbookTree => {
  const tree = new Tree(readInstallation(options.env), options);
  const ready = tree.start();
  ready.catch(() => {});
  return { ready, stop: () => tree.stop() };
};
