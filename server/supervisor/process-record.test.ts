import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { identityOf, isRunning } from './process-identity.ts';
import { openProcessRecord, stopRecordedProcesses } from './process-record.ts';

const home = mkdtempSync(path.join(os.tmpdir(), 'partbook-record-'));
after(() => rmSync(home, { recursive: true, force: true }));

test('recorded processes are ended, also deaf ones; one whose number was used again is left alone', async () => {
  const source = "process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000)";
  const deaf = spawn(process.execPath, ['-e', source], { stdio: ['ignore', 'pipe', 'ignore'] });
  const other = spawn(process.execPath, ['-e', source], { stdio: ['ignore', 'pipe', 'ignore'] });
  await Promise.all([once(deaf.stdout, 'data'), once(other.stdout, 'data')]);
  const deafIdentity = identityOf(deaf.pid ?? 0);
  const otherIdentity = identityOf(other.pid ?? 0);
  assert.ok(deafIdentity && otherIdentity);
  const record = openProcessRecord(home);
  record.set('worker', deafIdentity);
  record.set('web', { ...otherIdentity, startedAt: 'long ago' });
  record.set('engine', deafIdentity);
  record.set('engine', null);

  const said: string[] = [];
  await stopRecordedProcesses(home, (line) => said.push(line));
  assert.deepEqual(said, [`Ending the worker (process ${deaf.pid}) that an earlier start left running.`]);
  assert.equal(isRunning(deafIdentity), false);
  assert.equal(isRunning(otherIdentity), true);
  other.kill('SIGKILL');
  await once(other, 'exit');
  await stopRecordedProcesses(path.join(home, 'never-started'), (line) => said.push(line));
  assert.equal(said.length, 1);
});
