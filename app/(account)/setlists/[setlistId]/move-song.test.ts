// Places of moved songs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entryKeys, movedTo, placeAt } from './move-song.ts';

test('a song moves up, down and no further than the ends', () => {
  assert.deepEqual(movedTo(['a', 'b', 'c'], 0, 1), ['b', 'a', 'c']);
  assert.deepEqual(movedTo(['a', 'b', 'c'], 2, 0), ['c', 'a', 'b']);
  assert.deepEqual(movedTo(['a', 'b', 'c'], 1, 9), ['a', 'c', 'b']);
  assert.deepEqual(movedTo(['a', 'b', 'c'], 1, -9), ['b', 'a', 'c']);
  assert.deepEqual(movedTo(['a'], 4, 0), ['a']);
});

test('a dragged row takes the place between the middles it is over', () => {
  const middles = [10, 30, 50, 70];
  assert.equal(placeAt(middles, 0, 12), 0);
  assert.equal(placeAt(middles, 0, 31), 1);
  assert.equal(placeAt(middles, 0, 500), 3);
  assert.equal(placeAt(middles, 3, 29), 1);
  assert.equal(placeAt(middles, 3, -5), 0);
});

test('a song that stands twice has two names', () => {
  assert.deepEqual(entryKeys(['a', 'b', 'a']), ['a 0', 'b 0', 'a 1']);
});
