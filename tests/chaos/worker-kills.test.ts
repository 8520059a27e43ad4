// kill -9 at random moments of what the worker has started, during fifty jobs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobReport } from '../../workers/contract/job.ts';
import { openJobDesk } from '../support/job-desk.ts';
import { killAll, treeOf } from '../support/process-tree.ts';
import { withTemporaryFolder } from '../support/temporary-folder.ts';
import { filesBelow, songOf, startWorker, victims } from '../support/worker-process.ts';

const jobCount = 50;

test('the worker outlives fifty jobs whose processes are killed at random, and each job ends', async (context) => {
  await withTemporaryFolder(async (tmpDir) => {
    const desk = await openJobDesk();
    desk.song = songOf(3);
    const worker = await startWorker(tmpDir);
    const ids = Array.from({ length: jobCount }, (_, index) => `job-${index}`);
    let kills = 0;
    try {
      for (const id of ids) {
        const answer = await worker.ask(
          'PUT',
          `/jobs/${id}`,
          desk.request(id, { kinds: ['mp3', 'ogg', 'peaks'] }),
        );
        assert.equal(answer.status, 202);
      }
      const ends = new Map<string, JobReport>();
      while (ends.size < jobCount) {
        await sleep(200 + Math.random() * 800);
        const alive = await victims(worker.pid);
        const victim = alive[Math.floor(Math.random() * alive.length)];
        // About one kill a job: a job that is killed in every try ends in a reason, but that is not the point.
        if (victim !== undefined && kills <= ends.size) {
          killAll([victim]);
          kills += 1;
        }
        for (const id of ids.filter((one) => !ends.has(one))) {
          const report = (await (await worker.ask('GET', `/jobs/${id}`)).json()) as JobReport;
          if (report.state === 'done' || report.state === 'failed') ends.set(id, report);
        }
      }
      const done = [...ends.values()].filter(({ state }) => state === 'done');
      const reasons = [...ends.values()]
        .map(({ failure }) => failure?.reason)
        .filter((reason) => reason !== undefined);
      context.diagnostic(`${kills} kills, ${done.length} done, ${reasons.length} failed`);
      assert.ok(kills > 20, `only ${kills} kills`);
      assert.ok(done.length > 0, 'a second try succeeds where a first was killed');
      assert.ok(
        reasons.every((reason) => reason === 'separation_failed'),
        reasons.join(', '),
      );
      for (const { result, job_id: id } of done) {
        for (const stem of result?.stems ?? []) {
          for (const { kind, bytes } of stem.files) {
            assert.equal(desk.stored.get(`/stems/${id}/${stem.name}.${kind}`)?.bytes.length, bytes);
          }
        }
      }
      assert.equal((await worker.ask('GET', '/health')).status, 200);
      assert.deepEqual(await filesBelow(tmpDir), []);
    } finally {
      killAll(treeOf(worker.pid));
      await desk.close();
    }
  });
});
