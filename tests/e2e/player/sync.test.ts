// What is heard is the song, sample by sample: after play, seeks, loops, mixer moves, a speed there and back, a cut line.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openLab, openSong } from './support/player-lab.ts';
import { makeSong, type TestSong } from './support/test-songs.ts';

const everyStem = [0, 1, 2, 3, 4, 5];
/** Six stems added in another order may differ in the last bit of a float; a stem one sample off differs by 0.1. */
const roundingOnly = 1e-6;

let song: TestSong;
let opened: Awaited<ReturnType<typeof openLab>>;

before(async () => {
  song = await makeSong(40, 6);
  opened = await openLab({ six: song });
  await openSong(opened.page, 'six', song);
});

after(() => opened.close());

test('a whole decode in this browser has exactly the frames of the song', async () => {
  const lengths = await opened.page.evaluate(() => globalThis.lab.loadReference('six', 6));
  assert.deepEqual(new Set(lengths), new Set([song.sampleCount]));
});

test('six stems start together and stay together across chunk joins', async () => {
  const heard = await opened.page.evaluate(async (audible) => {
    globalThis.lab.do({ type: 'play' });
    await globalThis.lab.until('playing');
    return globalThis.lab.compare({ frames: 6 * 44100, audible });
  }, everyStem);
  assert.ok(heard.loudest > 0.3);
  assert.ok(heard.largestError < roundingOnly, `off by ${String(heard.largestError)}`);
});

test('chunk joins and the loop join are bit-exact at 1×', async () => {
  const loop: [number, number] = [3 * 44100 + 17, 9 * 44100 + 5];
  const heard = await opened.page.evaluate(async (region) => {
    const { lab } = globalThis;
    lab.do({ type: 'play' });
    lab.do({ type: 'toggle-solo', stem: 'bass', additive: false });
    lab.do({ type: 'seek', seconds: 5 });
    await lab.settle();
    const straight = await lab.compare({ frames: 5 * 44100, audible: [2] });
    lab.do({ type: 'set-loop', loop: { startSeconds: region[0] / 44100, endSeconds: region[1] / 44100 } });
    await lab.settle();
    const looped = await lab.compare({ frames: 9 * 44100, audible: [2] });
    lab.do({ type: 'set-loop', loop: null });
    lab.do({ type: 'toggle-solo', stem: 'bass', additive: false });
    return { straight, looped };
  }, loop);
  assert.ok(heard.straight.loudest > 0.3 && heard.looped.loudest > 0.3);
  assert.equal(heard.straight.different, 0, JSON.stringify(heard));
  assert.equal(heard.looped.different, 0, JSON.stringify(heard));
});

test('a loop of a fifth of a second repeats bit-exactly', async () => {
  const loop: [number, number] = [8 * 44100, 8 * 44100 + 8820];
  const heard = await opened.page.evaluate(async (region) => {
    const { lab } = globalThis;
    lab.do({ type: 'play' });
    lab.do({ type: 'toggle-solo', stem: 'vocals', additive: false });
    lab.do({ type: 'set-loop', loop: { startSeconds: region[0] / 44100, endSeconds: region[1] / 44100 } });
    await lab.settle();
    const looped = await lab.compare({ frames: 2 * 44100, audible: [0] });
    lab.do({ type: 'set-loop', loop: null });
    lab.do({ type: 'toggle-solo', stem: 'vocals', additive: false });
    return looped;
  }, loop);
  assert.equal(heard.different, 0);
});

test('after each of 20 seeks the six stems are in step, at the place asked for', async () => {
  const places = Array.from({ length: 20 }, (_, index) => ((index * 7919) % 3600) / 100 + 0.37);
  for (const seconds of places) {
    const heard = await opened.page.evaluate(
      async ({ place, audible }) => {
        const { lab } = globalThis;
        lab.do({ type: 'play' });
        lab.do({ type: 'seek', seconds: place });
        await lab.settle();
        return lab.compare({ frames: 22050, audible, after: 1024 });
      },
      { place: seconds, audible: everyStem },
    );
    assert.ok(
      heard.largestError < roundingOnly,
      `${String(seconds)} s: off by ${String(heard.largestError)}`,
    );
    assert.ok(heard.song >= seconds * 44100 && heard.song < (seconds + 30) * 44100);
  }
});

test('at every changed speed the stems stay in step through chunk joins, and 1× is exact again afterwards', async () => {
  for (const percent of [50, 75, 95, 110, 150]) {
    const heard = await opened.page.evaluate(async (speed) => {
      const { lab } = globalThis;
      lab.do({ type: 'play' });
      lab.do({ type: 'seek', seconds: 2 });
      lab.do({ type: 'set-speed', percent: speed });
      await lab.until('playing');
      while (!lab.inspect().stretched) await new Promise((resolve) => setTimeout(resolve, 20));
      await lab.settle();
      return lab.compareSpeed(speed, 3 * 44100);
    }, percent);
    assert.ok(heard.loudest > 0.1);
    // The browser keeps the speed as a float: two thousandths of a frame over a piece. A stem one frame off differs by 0.1.
    assert.ok(heard.largestError < 2e-3, `${String(percent)} %: off by ${String(heard.largestError)}`);
  }
  const back = await opened.page.evaluate(async (audible) => {
    const { lab } = globalThis;
    lab.do({ type: 'set-speed', percent: 100 });
    while (lab.inspect().stretched) await new Promise((resolve) => setTimeout(resolve, 20));
    await lab.settle();
    return lab.compare({ frames: 44100, audible });
  }, everyStem);
  assert.ok(back.largestError < roundingOnly);
});

test('a cut line is survived: the song goes on at the very sample, in step', async () => {
  const { page, server } = opened;
  // A fresh player: the one above remembers the compressed song and would not need the line.
  await page.evaluate(() => globalThis.lab.close());
  await openSong(page, 'six', song);
  await page.evaluate(async () => {
    globalThis.lab.do({ type: 'play' });
    await globalThis.lab.until('playing');
  });
  server.setOffline(true);
  await page.evaluate(async () => {
    globalThis.lab.do({ type: 'seek', seconds: 33 });
    await globalThis.lab.until('buffering');
    while (globalThis.lab.state()?.networkLost !== true)
      await new Promise((resolve) => setTimeout(resolve, 20));
  });
  server.setOffline(false);
  const heard = await page.evaluate(async (audible) => {
    const { lab } = globalThis;
    await lab.settle();
    const result = await lab.compare({ frames: 44100, audible });
    return { ...result, lost: lab.state()?.networkLost };
  }, everyStem);
  assert.ok(heard.largestError < roundingOnly);
  assert.ok(heard.song >= 33 * 44100 && heard.song < 39 * 44100);
  assert.equal(heard.lost, false);
});

test('a page that is held up while it hands the stems over plays nothing wrong, only later', async () => {
  const { page } = opened;
  await page.evaluate(() => globalThis.lab.close());
  await openSong(page, 'six', song);
  const begun = await page.evaluate(async (audible) => {
    const { lab } = globalThis;
    lab.holdUp(12);
    lab.do({ type: 'play' });
    await lab.settle();
    return lab.compareFromStart(44100, audible);
  }, everyStem);
  assert.ok(begun.loudest > 0.3);
  assert.ok(begun.largestError < roundingOnly, `from the start: off by ${String(begun.largestError)}`);
  const loop: [number, number] = [20 * 44100, 24 * 44100];
  const later = await page.evaluate(
    async ({ audible, region }) => {
      const { lab } = globalThis;
      lab.do({ type: 'seek', seconds: 21.3 });
      await lab.settle();
      const sought = await lab.compare({ frames: 22050, audible });
      lab.do({
        type: 'set-loop',
        loop: { startSeconds: region[0] / 44100, endSeconds: region[1] / 44100 },
      });
      await lab.settle();
      const looped = await lab.compare({ frames: 3 * 44100, audible });
      lab.do({ type: 'set-loop', loop: null });
      lab.holdUp(0);
      return { sought, looped };
    },
    { audible: everyStem, region: loop },
  );
  assert.ok(later.sought.largestError < roundingOnly, `sought: off by ${String(later.sought.largestError)}`);
  assert.ok(later.looped.largestError < roundingOnly, `looped: off by ${String(later.looped.largestError)}`);
});

test('nothing was complained about in the page', () => {
  assert.deepEqual(opened.errors, []);
});
