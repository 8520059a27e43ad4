import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { tryLock, withLock } from './generation-lock.ts';

let home = '';
before(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'partbook-lock-'));
});
after(() => rm(home, { recursive: true, force: true }));

const lockModule = path.join(import.meta.dirname, 'generation-lock.ts');

const runTs = (source: string): Promise<{ code: number | null; out: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', source]);
    let out = '';
    child.stdout.on('data', (data: Buffer) => (out += data.toString()));
    child.stderr.on('data', (data: Buffer) => (out += data.toString()));
    child.once('exit', (code) => resolve({ code, out }));
  });

test('the lock is refused while held, names its holder, and can be taken again after release', () => {
  const folder = path.join(home, 'simple');
  const first = tryLock(folder);
  assert.ok('lock' in first);
  const second = tryLock(folder);
  assert.ok('heldBy' in second);
  assert.equal(second.heldBy.pid, process.pid);
  first.lock.release();
  assert.ok('lock' in tryLock(folder));
});

test('a holder that was killed does not keep the lock', async () => {
  const folder = path.join(home, 'killed');
  const { out } = await runTs(`
    const { tryLock } = await import(${JSON.stringify(lockModule)});
    console.log(Object.keys(tryLock(${JSON.stringify(folder)})));
    process.kill(process.pid, 'SIGKILL');`);
  assert.match(out, /lock/);
  assert.ok('lock' in tryLock(folder));
});

test('processes that count under the lock, some of them dying while they hold it, lose no count', async () => {
  const folder = path.join(home, 'counting');
  const file = path.join(home, 'count');
  await writeFile(file, '0');
  const source = `
    const fs = await import('node:fs');
    const { withLock } = await import(${JSON.stringify(lockModule)});
    for (let i = 0; i < 50; i += 1) await withLock(${JSON.stringify(folder)}, 120000, async () => {
      const n = Number(fs.readFileSync(${JSON.stringify(file)}, 'utf8'));
      await new Promise((go) => setTimeout(go, Math.random() * 2));
      fs.writeFileSync(${JSON.stringify(file)}, String(n + 1));
      if (i === 49 && Math.random() < 0.5) process.kill(process.pid, 'SIGKILL');
    });`;
  await Promise.all([1, 2, 3, 4].map(() => runTs(source)));
  assert.equal(await readFile(file, 'utf8'), '200');
});

test('work that throws gives the lock back', async () => {
  const folder = path.join(home, 'throws');
  await assert.rejects(
    withLock(folder, 1000, () => Promise.reject(new Error('no'))),
    /no/,
  );
  assert.equal(await withLock(folder, 1000, () => Promise.resolve(7)), 7);
});
