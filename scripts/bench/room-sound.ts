// How soon the room sounds after a click: the first time, at places not loaded, at places loaded; and what holds it up.
import type { Page } from 'playwright-core';
import { median } from './measure-rate.ts';
import type { RoomHouse } from './room-house.ts';

const songSeconds = 240;
const rounds = 5;
/** Far from each other and from the beginning: the room loads half a minute ahead and remembers what it has loaded. */
const farShares = [0.85, 0.3, 0.6, 0.45];
const nearSeconds = 8;

const say = (what: string, milliseconds: readonly number[], asked: string): void => {
  const worst = Math.max(...milliseconds).toFixed(0);
  console.log(
    `${what}: ${median(milliseconds).toFixed(0)} ms, worst of ${String(milliseconds.length)} ${worst} ms${asked}`,
  );
};

const clickAt = async (page: Page, share: number): Promise<void> => {
  const box = await page.locator('canvas').first().boundingBox();
  if (!box) throw new Error('no wave to click on');
  await page.mouse.click(box.x + box.width * share, box.y + box.height / 2);
};

const seek = async (page: Page, share: number): Promise<number> => {
  // The ears listen before the click: asking them takes longer than some sounds.
  const heard = page.evaluate(() => globalThis.ears.nextSound());
  await clickAt(page, share);
  return heard;
};

export const measureSound = async (house: RoomHouse): Promise<void> => {
  const address = await house.addSong(songSeconds);
  const [firsts, far, near, tasks]: number[][] = [[], [], [], []];
  for (let round = 0; round < rounds; round += 1) {
    const page = await house.open(address);
    await page.evaluate(() => globalThis.ears.longTasks());
    const first = page.evaluate(() => globalThis.ears.firstSound());
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    firsts?.push(await first);
    for (const share of farShares) {
      await page.waitForTimeout(2000);
      far?.push(await seek(page, share));
    }
    await page.waitForTimeout(2000);
    near?.push(await seek(page, (farShares.at(-1) ?? 0) + nearSeconds / songSeconds));
    tasks?.push(...(await page.evaluate(() => globalThis.ears.longTasks())));
    await page.close();
  }
  say('first sound after the click', firsts ?? [], ' (300 asked)');
  say('sound after a seek to a place not loaded', far ?? [], ' (250 asked)');
  say('sound after a seek to a place loaded', near ?? [], '');
  const lengths = (tasks ?? []).map((length) => length.toFixed(0)).join(', ');
  console.log(`main-thread tasks over 50 ms while playing: ${lengths || 'none'} (none asked)`);
};
