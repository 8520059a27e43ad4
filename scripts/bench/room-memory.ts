// What the room holds in memory: decoded sound of long songs, and the whole renderer over a long loop.
import { readFileSync } from 'node:fs';
import type { CDPSession, Page } from 'playwright-core';
import { median } from './measure-rate.ts';
import type { RoomHouse } from './room-house.ts';

/** Bytes of all decoded sound that the page still reaches, whoever holds it. */
const decodedBytes = async (session: CDPSession): Promise<number> => {
  await session.send('HeapProfiler.collectGarbage');
  const { result } = await session.send('Runtime.evaluate', { expression: 'AudioBuffer.prototype' });
  const { objects } = await session.send('Runtime.queryObjects', {
    prototypeObjectId: String(result.objectId),
  });
  const { result: sum } = await session.send('Runtime.callFunctionOn', {
    objectId: String(objects.objectId),
    functionDeclaration:
      'function () { return this.reduce((sum, one) => sum + one.length * one.numberOfChannels * 4, 0) }',
    returnByValue: true,
  });
  await session.send('Runtime.releaseObject', { objectId: String(objects.objectId) });
  return Number(sum.value);
};

const play = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.evaluate(() => globalThis.ears.firstSound());
};

export const measureHeld = async (house: RoomHouse, minutes: number): Promise<void> => {
  const page = await house.open(await house.addSong(minutes * 60));
  const session = await page.context().newCDPSession(page);
  await play(page);
  const held: number[] = [];
  for (const to of ['', 'End', 'ArrowLeft', 'Home']) {
    if (to) await page.getByRole('slider', { name: 'Place in the song' }).press(to);
    for (let look = 0; look < 6; look += 1) {
      held.push(await decodedBytes(session));
      await page.waitForTimeout(400);
    }
  }
  const most = (Math.max(...held) / 1e6).toFixed(1);
  console.log(`decoded sound held of a song of ${String(minutes)} min: at most ${most} MB (64 allowed)`);
  await page.close();
};

const rendererBytes = async ({ browser }: RoomHouse): Promise<number> => {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${String(id)}/smaps_rollup`, 'utf8'))?.[1])
    .reduce((sum, kib) => sum + Number(kib ?? 0) * 1024, 0);
};

/** The middle of some samples: garbage comes and goes. */
const steadyBytes = async (house: RoomHouse, page: Page): Promise<number> => {
  const samples: number[] = [];
  for (let at = 0; at < 9; at += 1) {
    samples.push(await rendererBytes(house));
    await page.waitForTimeout(2000);
  }
  return median(samples);
};

export const measureLooping = async (house: RoomHouse, minutes: number): Promise<void> => {
  const page = await house.open(`${await house.addSong(240)}#t=12.3,31.7`);
  await play(page);
  await page.waitForTimeout(20_000);
  await page.evaluate(() => globalThis.ears.longTasks());
  const before = await steadyBytes(house, page);
  await page.waitForTimeout(minutes * 60_000);
  const after = await steadyBytes(house, page);
  const tasks = await page.evaluate(() => globalThis.ears.longTasks());
  console.log(
    `renderer looping for ${String(minutes)} min: ${(before / 1e6).toFixed(0)} → ${(after / 1e6).toFixed(0)} MB, ratio ${(after / before).toFixed(3)} (1.1 allowed); main-thread tasks over 50 ms: ${String(tasks.length)} (none asked)`,
  );
  await page.close();
};
