// The mixer's rules, the loop's limits and the transport's phases, as a musician expects them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { reducePlayer } from './player-reducer.ts';
import { audibleGains, initialState, type PlayerAction, type PlayerState } from './player-state.ts';

const start = initialState(['vocals', 'drums', 'bass'], 200);
const after = (...actions: PlayerAction[]): PlayerState => actions.reduce(reducePlayer, start);
const solo = (stem: string, additive = false): PlayerAction => ({ type: 'toggle-solo', stem, additive });

test('solo is alone, additive on request, and off when pressed again', () => {
  assert.deepEqual(audibleGains(after(solo('vocals')).stems), [1, 0, 0]);
  assert.deepEqual(audibleGains(after(solo('vocals'), solo('bass')).stems), [0, 0, 1]);
  assert.deepEqual(audibleGains(after(solo('vocals'), solo('bass', true)).stems), [1, 0, 1]);
  assert.deepEqual(audibleGains(after(solo('vocals'), solo('vocals')).stems), [1, 1, 1]);
  assert.deepEqual(audibleGains(after(solo('vocals'), solo('bass', true), solo('bass')).stems), [0, 0, 1]);
});

test('mute wins over solo', () => {
  assert.deepEqual(
    audibleGains(after(solo('drums'), { type: 'toggle-mute', stem: 'drums' }).stems),
    [0, 0, 0],
  );
});

test('a loop is put in order, kept inside the song, and refused when it is too short', () => {
  const region = (startSeconds: number, endSeconds: number): PlayerAction => ({
    type: 'set-loop',
    loop: { startSeconds, endSeconds },
  });
  assert.deepEqual(after(region(50, 20)).loop, { startSeconds: 20, endSeconds: 50 });
  assert.deepEqual(after(region(190, 900)).loop, { startSeconds: 190, endSeconds: 200 });
  assert.equal(after(region(20, 20.05)).loop, null);
  assert.equal(after(region(20, 20.05)).looping, false);
});

test('looping needs a loop', () => {
  assert.equal(after({ type: 'set-looping', looping: true }).looping, false);
});

test('speed goes in steps of five, key in semitones, both within their limits', () => {
  assert.equal(after({ type: 'set-speed', percent: 83 }).speedPercent, 85);
  assert.equal(after({ type: 'set-speed', percent: 10 }).speedPercent, 50);
  assert.equal(after({ type: 'set-speed', percent: Number.NaN }).speedPercent, 50);
  assert.equal(after({ type: 'set-semitones', semitones: 40 }).semitones, 12);
});

test('play after the end starts over; play after a failure tries again', () => {
  const again = after({ type: 'play' }, { type: 'ended' }, { type: 'play' });
  assert.equal(again.seek.seconds, 0);
  assert.equal(again.seek.serial, 1);
  const failed = after({ type: 'play' }, { type: 'failed', message: 'No line.' });
  assert.equal(failed.phase, 'failed');
  assert.equal(reducePlayer(failed, { type: 'play' }).error, null);
});

test('pausing while it failed keeps the failure in sight', () => {
  assert.equal(after({ type: 'failed', message: 'x' }, { type: 'pause' }).phase, 'failed');
});

test('whatever comes in, every value stays within its limits', () => {
  const number = fc.oneof(fc.double(), fc.integer());
  const action: fc.Arbitrary<PlayerAction> = fc.oneof(
    fc.record({ type: fc.constant('seek' as const), seconds: number }),
    fc.record({
      type: fc.constant('set-volume' as const),
      stem: fc.constantFrom('drums', 'x'),
      volume: number,
    }),
    fc.record({ type: fc.constant('set-pan' as const), stem: fc.constantFrom('drums', 'x'), pan: number }),
    fc.record({ type: fc.constant('set-speed' as const), percent: number }),
    fc.record({ type: fc.constant('set-semitones' as const), semitones: number }),
    fc.record({ type: fc.constant('toggle' as const) }),
  );
  fc.assert(
    fc.property(fc.array(action), (actions) => {
      const state = after(...actions);
      assert.ok(
        state.stems.every(({ volume, pan }) => volume >= 0 && volume <= 1.5 && pan >= -1 && pan <= 1),
      );
      assert.ok(state.seek.seconds >= 0 && state.seek.seconds <= 200);
      assert.ok(state.speedPercent >= 50 && state.speedPercent <= 150 && state.speedPercent % 5 === 0);
      assert.ok(Math.abs(state.semitones) <= 12);
    }),
  );
});
