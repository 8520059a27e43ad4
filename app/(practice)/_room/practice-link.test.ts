// A practice link must bring back what was set, say nothing of what is as usual, and survive being mangled.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialState, type PlayerState } from '../_player/player-state.ts';
import { readPracticeLink } from './read-practice-link.ts';
import { writePracticeLink } from './write-practice-link.ts';

const plain = initialState(['vocals', 'drums'], 200);

test('loop, speed, key and mix come back from a link', () => {
  const state: PlayerState = {
    ...plain,
    loop: { startSeconds: 75.25, endSeconds: 88.125 },
    looping: true,
    speedPercent: 85,
    semitones: -2,
    stems: [
      { name: 'vocals', volume: 0.5, pan: -0.3, muted: true, soloed: false },
      { name: 'drums', volume: 1, pan: 0, muted: false, soloed: false },
    ],
  };
  const link = writePracticeLink(state, 3);
  assert.equal(link, 't=75.25,88.125&speed=85&key=-2&mix=vocals:0.5:-0.3:m');
  const setting = readPracticeLink(`#${link}`, plain.stems);
  assert.deepEqual(setting?.loop, state.loop);
  assert.deepEqual(setting?.stems, state.stems);
  assert.equal(setting?.speedPercent, 85);
  assert.equal(setting?.semitones, -2);
});

test('a place alone is only a place', () => {
  assert.equal(writePracticeLink(plain, 12.34), 't=12.3');
  const setting = readPracticeLink('#t=12.3', plain.stems);
  assert.equal(setting?.startSeconds, 12.3);
  assert.equal(setting?.loop, null);
});

test('mangled links do no harm', () => {
  assert.equal(readPracticeLink('#main', plain.stems), null);
  const setting = readPracticeLink('#t=x,y&speed=fast&key=&mix=vocals:a:b~<b>:1:1', plain.stems);
  assert.equal(setting?.loop, null);
  assert.equal(setting?.startSeconds, null);
  assert.equal(setting?.speedPercent, 100);
  assert.deepEqual(setting?.stems, plain.stems);
});
