import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { superviseChild, type ChildEvent, type ManagedChild } from './managed-child.ts';
import { identityOf, isRunning, type ProcessIdentity } from './process-identity.ts';

const home = mkdtempSync(path.join(os.tmpdir(), 'partbook-child-'));
after(() => rmSync(home, { recursive: true, force: true }));

type Scene = {
  child: ManagedChild;
  lines: string[];
  events: ChildEvent[];
  lives: ProcessIdentity[];
  until: (isTrue: () => boolean) => Promise<void>;
};

const supervise = (name: string, source: string, firstEnv?: Record<string, string>): Scene => {
  const file = path.join(home, `${name}.mjs`);
  writeFileSync(file, source);
  const lines: string[] = [];
  const events: ChildEvent[] = [];
  const lives: ProcessIdentity[] = [];
  const child = superviseChild(
    { name, file, env: process.env, ...(firstEnv ? { firstEnv } : {}) },
    {
      say: (line) => lines.push(line),
      record: (_, identity) => {
        if (identity) lives.push(identity);
      },
      onEvent: (event) => events.push(event),
    },
  );
  const until = async (isTrue: () => boolean): Promise<void> => {
    for (const end = Date.now() + 60_000; Date.now() < end; await sleep(20)) if (isTrue()) return;
    assert.fail(`it did not happen within a minute; it said:\n${lines.join('\n')}`);
  };
  return { child, lines, events, lives, until };
};

const listening = `console.log(JSON.stringify({ event: 'listening', port: 7 }));\n`;
const stayAlive = 'setInterval(() => {}, 1000);\n';

test('a program that dies is started again; its first-time settings are given once', async () => {
  const source = `${listening}console.log('first', process.env['FIRST']);${stayAlive}`;
  const { child, lines, events, lives, until } = supervise('phoenix', source, { FIRST: 'yes' });
  await child.ready;
  await until(() => lines.includes('[phoenix] first yes'));
  process.kill(lives[0]?.pid ?? 0, 'SIGKILL');
  await until(() => lines.includes('[phoenix] first undefined'));
  assert.equal(lives.length, 2);
  assert.deepEqual(events, [
    { event: 'listening', port: 7 },
    { event: 'listening', port: 7 },
  ]);
  assert.ok(lines.some((line) => /The phoenix ended \(SIGKILL\); it starts again in 0\.25 s/.test(line)));
  await child.stop(5_000);
  assert.ok(lives.every((life) => !isRunning(life)));
});

test('a program that never comes up is given up on, with its last words', async () => {
  const { child, lives } = supervise('stillborn', "console.error('no database'); process.exit(3);");
  await assert.rejects(child.ready, /The stillborn does not start \(exit code 3\)[^]*no database/);
  assert.equal(lives.length, 3);
  await child.stop(1_000);
});

test('a stop asks first, then kills the program and what it started', async () => {
  const source = `
    import { spawn } from 'node:child_process';
    process.on('SIGTERM', () => console.log('asked'));
    const below = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    console.log('below', below.pid);
    ${listening}${stayAlive}`;
  const { child, lines, lives, until } = supervise('stubborn', source);
  await child.ready;
  await until(() => lines.some((line) => line.includes('below')));
  const below = identityOf(Number(/below (\d+)/.exec(lines.join('\n'))?.[1]));
  assert.ok(below);
  await child.stop(500);
  assert.ok(lines.includes('[stubborn] asked'));
  assert.ok(lives.every((life) => !isRunning(life)));
  await until(() => !isRunning(below));
});

test('a stop while it waits to start again ends the waiting', async () => {
  const { child, lines, until } = supervise('waiting', `${listening}setTimeout(() => process.exit(1), 50);`);
  await child.ready;
  await until(() => lines.some((line) => line.includes('starts again in 1 s')));
  const startedMs = Date.now();
  await child.stop(60_000);
  assert.ok(Date.now() - startedMs < 50_000);
});
