// Beats fall where the grid says, accents on downbeats, and the count leads into the next beat.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beatsBetween, beatSecondsAt, countInBefore } from './click-track.ts';

const grid = {
  beats: Array.from({ length: 40 }, (_, index) => 1 + index * 0.5),
  firstDownbeat: 2,
  beatsPerBar: 4,
};

test('beats of a stretch of song, with accents every four from the first downbeat', () => {
  const beats = beatsBetween(grid, 2, 4.5);
  assert.deepEqual(
    beats.map(({ seconds }) => seconds),
    [2, 2.5, 3, 3.5, 4],
  );
  assert.deepEqual(
    beats.map(({ accent }) => accent),
    [true, false, false, false, true],
  );
});

test('without known bars nothing is accented', () => {
  assert.ok(beatsBetween({ ...grid, beatsPerBar: null }, 0, 30).every(({ accent }) => !accent));
});

test('the beat length is the local median, deaf to one missed beat', () => {
  const missed = { ...grid, beats: grid.beats.filter((beat) => beat !== 4) };
  assert.equal(beatSecondsAt(missed, 3.5), 0.5);
  assert.equal(beatSecondsAt({ ...grid, beats: [1, 2] }, 0), null);
});

test('one bar is counted before a beat', () => {
  assert.deepEqual(countInBefore(grid, 4), [2, 1.5, 1, 0.5]);
});

test('between two beats the count stays in step with the song', () => {
  const before = countInBefore(grid, 4.2);
  // Beats lie at 4.5, 4.0 …: counted from 4.2 the next one comes 0.3 s in, so the last count is 0.2 s before.
  assert.ok(before.every((offset) => Math.abs(((4.2 - offset) * 2) % 1) < 1e-9));
  assert.ok(before.length >= 4);
});

test('no grid, no count', () => {
  assert.deepEqual(countInBefore({ beats: [], firstDownbeat: null, beatsPerBar: null }, 10), []);
});
