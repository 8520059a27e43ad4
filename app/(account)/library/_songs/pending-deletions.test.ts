// Deleting with a way back: what is told to the service and when, whatever happens to the page in between.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PendingDeletions, type PendingDeletion, undoMs } from './pending-deletions.ts';

type Timer = { at: number; run: () => void };

/** A browser with one store, whose pages come and go. */
const newBrowser = () => {
  let stored = '[]';
  let now = 1000;
  const sent: string[] = [];
  const failed: string[] = [];
  let refuse = false;
  const openPage = () => {
    const timers: Timer[] = [];
    const deletions = new PendingDeletions({
      send: async (id) => {
        if (refuse) throw new Error('no line');
        sent.push(id);
      },
      sendLast: (id) => sent.push(`last ${id}`),
      read: () => JSON.parse(stored) as PendingDeletion[],
      write: (pending) => {
        stored = JSON.stringify(pending);
      },
      now: () => now,
      later: (ms, run) => timers.push({ at: now + ms, run }),
      onDeleted: () => undefined,
      onFailed: (name) => failed.push(name),
    });
    const pass = async (ms: number) => {
      now += ms;
      for (const timer of timers.splice(0)) {
        if (timer.at <= now) timer.run();
        else timers.push(timer);
      }
      await new Promise(setImmediate);
    };
    return { deletions, pass };
  };
  return {
    openPage,
    sent,
    failed,
    stored: () => stored,
    refuse: (does: boolean) => {
      refuse = does;
    },
  };
};

const song = { id: 'split_a', name: 'A' };

test('a deleted song is hidden at once, and the service told when the time to undo has passed', async () => {
  const browser = newBrowser();
  const { deletions, pass } = browser.openPage();
  deletions.add(song);
  assert.deepEqual([...deletions.hidden()], ['split_a']);
  await pass(undoMs - 1);
  assert.deepEqual(browser.sent, []);
  await pass(1);
  assert.deepEqual(browser.sent, ['split_a']);
  assert.equal(browser.stored(), '[]');
  assert.deepEqual([...deletions.hidden()], ['split_a'], 'the old list still has it');
});

test('an undone deletion is never told, and the song shows again', async () => {
  const browser = newBrowser();
  const { deletions, pass } = browser.openPage();
  deletions.add(song);
  assert.equal(deletions.undo('split_a'), true);
  assert.deepEqual([...deletions.hidden()], []);
  await pass(undoMs * 2);
  assert.deepEqual(browser.sent, []);
  assert.equal(deletions.undo('split_a'), false);
});

test('undo without a name brings the last one back; deleting it again starts the time anew', async () => {
  const browser = newBrowser();
  const { deletions, pass } = browser.openPage();
  deletions.add(song);
  deletions.add({ id: 'split_b', name: 'B' });
  await pass(undoMs / 2);
  assert.equal(deletions.undo(), true);
  deletions.add({ id: 'split_b', name: 'B' });
  await pass(undoMs / 2);
  assert.deepEqual(browser.sent, ['split_a']);
  await pass(undoMs / 2);
  assert.deepEqual(browser.sent, ['split_a', 'split_b']);
});

test('leaving the page tells the service; from then on there is no way back', async () => {
  const browser = newBrowser();
  const { deletions } = browser.openPage();
  deletions.add(song);
  deletions.flush();
  deletions.flush();
  assert.deepEqual(browser.sent, ['last split_a']);
  assert.equal(deletions.undo('split_a'), false);
});

test('what a crash left untold is told at the next visit, and hidden from its start', async () => {
  const browser = newBrowser();
  browser.openPage().deletions.add(song);
  const next = browser.openPage();
  assert.deepEqual([...next.deletions.hidden()], ['split_a']);
  await next.pass(undoMs);
  assert.deepEqual(browser.sent, ['split_a']);
  assert.equal(browser.stored(), '[]');
});

test('an undo in one tab holds in the other', async () => {
  const browser = newBrowser();
  const one = browser.openPage();
  one.deletions.add(song);
  const other = browser.openPage();
  one.deletions.undo();
  await other.pass(undoMs);
  assert.deepEqual(browser.sent, []);
  assert.deepEqual([...other.deletions.hidden()], []);
});

test('a deletion that the service did not take brings the song back and says so', async () => {
  const browser = newBrowser();
  const { deletions, pass } = browser.openPage();
  browser.refuse(true);
  deletions.add(song);
  await pass(undoMs);
  assert.deepEqual(browser.failed, ['A']);
  assert.deepEqual([...deletions.hidden()], []);
  assert.equal(browser.stored(), '[]');
});

test('signing out tells what is pending while the session still counts', async () => {
  const browser = newBrowser();
  const { deletions } = browser.openPage();
  deletions.add(song);
  await deletions.settle();
  assert.deepEqual(browser.sent, ['split_a']);
});
