// The player holds a bounded piece of a song of any length, and nothing of it once it is closed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openLab } from './support/player-lab.ts';
import { makeLongSong, makeSong, type TestSong } from './support/test-songs.ts';

const budgetBytes = 64_000_000;
let songs: Record<string, TestSong>;
let opened: Awaited<ReturnType<typeof openLab>>;

before(async () => {
  songs = { ten: await makeLongSong(600, 6), hour: await makeLongSong(3600, 6), short: await makeSong(8, 6) };
  opened = await openLab(songs);
});

after(() => opened.close());

function openingOf(name: string) {
  const song = songs[name];
  assert.ok(song);
  return { song: name, sampleCount: song.sampleCount, stems: song.stems.map(({ name: stem }) => stem) };
}

for (const [name, minutes] of [
  ['ten', 10],
  ['hour', 60],
] as const) {
  test(`decoded sound stays within 64 MB in a ${String(minutes)}-minute song of six stems`, async () => {
    const most = await opened.page.evaluate(async (wish) => {
      const { lab } = globalThis;
      lab.open(wish);
      const seconds = wish.sampleCount / 44100;
      const held: number[] = [];
      lab.do({ type: 'play' });
      await lab.until('playing');
      held.push(await lab.highestHeld(3000));
      for (const share of [0.5, 0.1, 0.95, 0.51]) {
        lab.do({ type: 'seek', seconds: seconds * share });
        held.push(await lab.highestHeld(1000));
        await lab.until('playing');
      }
      lab.do({ type: 'set-loop', loop: { startSeconds: 3.9, endSeconds: seconds - 2 } });
      held.push(await lab.highestHeld(2000));
      lab.close();
      return Math.max(...held);
    }, openingOf(name));
    assert.ok(most > 10_000_000, 'nothing was held: nothing was measured');
    assert.ok(most <= budgetBytes, `${String(most)} bytes`);
  });
}

test('after 50 songs opened, played at another speed and closed, no context, node or sound is left', async () => {
  const { page } = opened;
  const session = await page.context().newCDPSession(page);
  for (let round = 0; round < 50; round += 1) {
    await page.evaluate(
      async ({ wish, stretched }) => {
        const { lab } = globalThis;
        lab.open(wish);
        if (stretched) lab.do({ type: 'set-speed', percent: 80 });
        lab.do({ type: 'play' });
        await lab.until('playing');
        lab.close();
      },
      { wish: openingOf('short'), stretched: round % 10 === 0 },
    );
  }
  // Contexts close and sources end a moment later.
  await page.waitForTimeout(1500);
  const countOf = async (name: string) => {
    await session.send('HeapProfiler.collectGarbage');
    const { result } = await session.send('Runtime.evaluate', { expression: `${name}.prototype` });
    const objects = await session.send('Runtime.queryObjects', {
      prototypeObjectId: String(result.objectId),
    });
    const { result: length } = await session.send('Runtime.callFunctionOn', {
      objectId: String(objects.objects.objectId),
      functionDeclaration: 'function () { return this.length }',
      returnByValue: true,
    });
    return Number(length.value);
  };
  const left: Record<string, number> = {};
  for (const name of [
    'AudioContext',
    'AudioBuffer',
    'AudioBufferSourceNode',
    'AudioWorkletNode',
    'GainNode',
  ]) {
    left[name] = await countOf(name);
  }
  assert.deepEqual(left, {
    AudioContext: 0,
    AudioBuffer: 0,
    AudioBufferSourceNode: 0,
    AudioWorkletNode: 0,
    GainNode: 0,
  });
});

test('nothing was complained about in the page', () => {
  assert.deepEqual(opened.errors, []);
});
