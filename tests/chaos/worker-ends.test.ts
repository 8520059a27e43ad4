// A separation that is cancelled, and a worker that is killed, leave no process and no file.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JobReport } from '../../workers/contract/job.ts';
import { eventually, openJobDesk } from '../support/job-desk.ts';
import { killAll, treeOf } from '../support/process-tree.ts';
import { withTemporaryFolder } from '../support/temporary-folder.ts';
import { filesBelow, isAlive, songOf, startWorker, victims } from '../support/worker-process.ts';

test('cancelling a separation ends its processes at once', async (context) => {
  await withTemporaryFolder(async (tmpDir) => {
    const desk = await openJobDesk();
    desk.song = songOf(240);
    const worker = await startWorker(tmpDir);
    try {
      await worker.ask(
        'PUT',
        '/jobs/long',
        desk.request('long', { song: { ...desk.request('long').song, max_bytes: 200_000_000 } }),
      );
      await eventually(
        'it separates',
        async () => ((await (await worker.ask('GET', '/jobs/long')).json()) as JobReport).progress > 4,
      );
      const busy = await victims(worker.pid);
      assert.ok(busy.length > 1);
      const startedMs = Date.now();
      await worker.ask('DELETE', '/jobs/long');
      await eventually('all its processes are gone', () => !busy.some(isAlive));
      context.diagnostic(`${busy.length} processes gone ${Date.now() - startedMs} ms after DELETE`);
      await eventually('its folder is gone', async () => (await filesBelow(tmpDir)).length === 0);
    } finally {
      killAll(treeOf(worker.pid));
      await desk.close();
    }
  });
});

test('a worker that is killed takes its processes along, and the next one sweeps what it left', async () => {
  await withTemporaryFolder(async (tmpDir) => {
    const desk = await openJobDesk();
    desk.song = songOf(240);
    const first = await startWorker(tmpDir);
    try {
      await first.ask(
        'PUT',
        '/jobs/lost',
        desk.request('lost', { song: { ...desk.request('lost').song, max_bytes: 200_000_000 } }),
      );
      await eventually(
        'it separates',
        async () => ((await (await first.ask('GET', '/jobs/lost')).json()) as JobReport).progress > 4,
      );
      const orphans = await victims(first.pid);
      killAll([first.pid]);
      await eventually('its processes are gone', () => !orphans.some(isAlive));
      assert.notDeepEqual(await filesBelow(tmpDir), []);
      const second = await startWorker(tmpDir);
      assert.deepEqual(await filesBelow(tmpDir), []);
      assert.equal((await second.ask('GET', '/jobs/lost')).status, 404);
      killAll(treeOf(second.pid));
    } finally {
      killAll(treeOf(first.pid));
      await desk.close();
    }
  });
});
