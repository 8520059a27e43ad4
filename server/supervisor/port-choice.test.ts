import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Installation } from './installation.ts';
import { chooseInnerPorts, chooseSitePort, rememberPostgresPort } from './port-choice.ts';

const home = mkdtempSync(path.join(os.tmpdir(), 'partbook-ports-'));
let taken: Server;
let port = 0;
before(async () => {
  taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  ({ port } = taken.address() as AddressInfo);
});
after(() => {
  taken.close();
  rmSync(home, { recursive: true, force: true });
});

const at = (isPortChosen: boolean): Installation =>
  ({ port, isPortChosen, host: '127.0.0.1' }) as Installation;

test('a taken port is an error when it was chosen, and gives way when it was not', async () => {
  await assert.rejects(
    chooseSitePort(at(true)),
    new RegExp(`Port ${port} on 127.0.0.1 is taken by another program`),
  );
  const other = await chooseSitePort(at(false));
  assert.ok(other > port && other <= port + 50);
});

test('inner ports stay the same from start to start, differ from each other, and avoid what is taken', async () => {
  const runDir = path.join(home, 'run');
  const first = await chooseInnerPorts(runDir);
  assert.equal(new Set(Object.values(first)).size, 3);
  assert.deepEqual(await chooseInnerPorts(runDir), first);
  rememberPostgresPort(runDir, port);
  const third = await chooseInnerPorts(runDir);
  assert.notEqual(third.postgres, port);
  assert.deepEqual([third.worker, third.engine], [first.worker, first.engine]);
});
