// The window must stay inside the song, keep the anchor in its place, and turn the page only when it must.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { following, shareOf, ticksOf, wholeView, zoomed } from './wave-view.ts';

test('zooming keeps the anchor where it is on the screen', () => {
  const view = zoomed(wholeView(200), 4, 100, 200);
  assert.deepEqual(view, { start: 75, end: 125 });
  assert.equal(shareOf(view, 100), 0.5);
  assert.deepEqual(zoomed(view, 1 / 8, 100, 200), { start: 0, end: 200 });
});

test('any zoom stays inside the song and above the shortest window', () => {
  const number = fc.double({ min: 0, max: 300, noNaN: true });
  fc.assert(
    fc.property(number, fc.double({ min: 0.05, max: 50, noNaN: true }), (place, factor) => {
      const view = zoomed({ start: 20, end: 80 }, factor, place, 300);
      assert.ok(view.start >= 0 && view.end <= 300 + 1e-9);
      assert.ok(view.end - view.start >= 4 - 1e-9);
    }),
  );
});

test('the page turns when the playhead leaves it, and not before', () => {
  const view = { start: 10, end: 30 };
  assert.equal(following(view, 29.9, 200), view);
  assert.ok(shareOf(following(view, 30, 200), 30) < 0.1);
  assert.equal(following(wholeView(200), 250, 200).start, 0);
});

test('ticks are round and few', () => {
  assert.deepEqual(ticksOf({ start: 0, end: 200 }, 8), [0, 30, 60, 90, 120, 150, 180]);
  assert.ok(ticksOf({ start: 12.3, end: 16.3 }, 8).length <= 9);
});
