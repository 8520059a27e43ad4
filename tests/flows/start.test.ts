// `npm start` as a person meets it: it comes up whole, says what is wrong, and leaves nothing behind.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPortFree } from '../../server/supervisor/free-port.ts';
import { killAll, stillRunning, treeOf } from '../support/process-tree.ts';
import { runStartCommand, type StartCommand } from '../support/start-command.ts';

let home = '';
before(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'partbook-start-'));
  await chmod(home, 0o711);
});
after(() => rm(home, { recursive: true, force: true, maxRetries: 3 }));

const start = (name: string, env: Readonly<Record<string, string>> = {}): StartCommand =>
  runStartCommand({ DATA_DIR: path.join(home, name), PORT: '0', ...env });

const portsOf = async (name: string, url: string): Promise<number[]> => {
  const inner = JSON.parse(await readFile(path.join(home, name, 'run/ports.json'), 'utf8')) as Record<
    string,
    number
  >;
  return [Number(new URL(url).port), ...Object.values(inner)];
};

const until = async (isTrue: () => Promise<boolean> | boolean, what: string): Promise<void> => {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(100)) if (await isTrue()) return;
  assert.fail(`${what} did not happen within a minute`);
};

test('it serves, refuses a second start on the same folder, and SIGTERM leaves no process and no port', async () => {
  const command = start('whole');
  const { url, ownerLink } = await command.ready;
  assert.ok((await fetch(url)).status < 500);
  assert.equal((await fetch(`${url}/s/${'0'.repeat(22)}`)).status, 404, 'a part that is read late');
  assert.match(ownerLink ?? '', new RegExp(`^${url}/api/auth/callback/email\\?`));
  assert.equal((await stat(path.join(home, 'whole/secrets.json'))).mode & 0o777, 0o600);

  const second = start('whole');
  assert.equal(await second.ended, 1);
  assert.match(
    second.output(),
    /Partbook already runs on .*whole \(process \d+\)\. Stop it first, or set DATA_DIR/,
  );
  assert.ok((await fetch(url)).status < 500, 'the first one goes on');

  const ports = await portsOf('whole', url);
  const tree = treeOf(command.pid);
  assert.ok(tree.length >= 3, 'supervisor, web and database');
  assert.equal(await command.stop(), 0);
  assert.deepEqual(stillRunning(tree), []);
  for (const port of ports) assert.ok(await isPortFree(port, '127.0.0.1'), `port ${port} is free`);
});

test('two starts at once on two folders both come up', async () => {
  const commands = [start('left'), start('right')];
  const urls = await Promise.all(commands.map(async (command) => (await command.ready).url));
  assert.equal(new Set(urls).size, 2);
  for (const url of urls) assert.ok((await fetch(url)).status < 500);
  assert.deepEqual(await Promise.all(commands.map((command) => command.stop())), [0, 0]);
});

test('two starts at once on one folder: one comes up, the other says so', async () => {
  const commands = [start('shared'), start('shared')];
  const results = await Promise.allSettled(commands.map((command) => command.ready));
  assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  assert.match(commands.map((command) => command.output()).join(), /Partbook already runs on/);
  await Promise.all(commands.map((command) => command.stop()));
});

test('a chosen port that is taken gets a sentence; the usual one gives way to the next', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const { port } = blocker.address() as AddressInfo;
  try {
    const command = start('taken', { PORT: String(port) });
    assert.equal(await command.ended, 1);
    assert.match(command.output(), new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is taken by another program`));
  } finally {
    blocker.close();
  }
});

test('wrong settings are all named before anything starts', async () => {
  const command = start('wrong', { PORT: 'eighty', SMTP_URL: 'nonsense', STORAGE: 'floppy' });
  assert.equal(await command.ended, 1);
  for (const name of ['PORT', 'SMTP_URL', 'STORAGE']) assert.match(command.output(), new RegExp(`${name}: `));
});

test('a database, a site or a whole tree that dies comes back', async () => {
  const command = start('dying');
  const { url } = await command.ready;
  const processes = async (): Promise<Record<string, { pid: number }>> =>
    JSON.parse(await readFile(path.join(home, 'dying/run/processes.json'), 'utf8')) as Record<
      string,
      { pid: number }
    >;
  const answers = (): Promise<boolean> =>
    fetch(url).then(
      ({ status }) => status < 500,
      () => false,
    );

  killAll([(await processes())['web']?.pid ?? 0]);
  await until(answers, 'a new site');

  const postmaster = async (): Promise<number> =>
    Number((await readFile(path.join(home, 'dying/postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
  const before = await postmaster();
  killAll([before]);
  await until(async () => (await postmaster().catch(() => before)) !== before, 'a new database');

  const orphans = treeOf(command.pid).slice(1);
  killAll([command.pid]);
  await command.ended;
  const next = start('dying');
  assert.ok((await fetch((await next.ready).url)).status < 500);
  assert.deepEqual(stillRunning(orphans), [], 'what the killed start left over is ended');
  assert.equal(await next.stop(), 0);
});
