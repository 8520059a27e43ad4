// The room as a musician uses it: by mouse, by keyboard alone, with a link, on a phone, while the song is still split.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { movingParts } from '../../support/moving-parts.ts';
import { pageViolations } from '../../support/page-violations.ts';
import { openRoomHouse, type RoomHouse } from './open-room.ts';

let house: RoomHouse;

before(async () => {
  house = await openRoomHouse(40);
});
after(() => house.close());

const pressed = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).getAttribute('aria-pressed');
const isPlaying = (page: Page) => page.getByRole('button', { name: 'Pause', exact: true }).waitFor();

/** Where a part's drawing lies, once it lies still: it is painted anew when its place gets its final width. */
async function laneBox(page: Page, part: string) {
  const lane = page.getByRole('region', { name: part }).locator('canvas').first();
  let last = '';
  for (const end = Date.now() + 20_000; Date.now() < end; await page.waitForTimeout(100)) {
    const box = await lane.boundingBox();
    if (box && JSON.stringify(box) === last) return box;
    last = JSON.stringify(box);
  }
  throw new Error(`the drawing of ${part} never came to rest`);
}

test('axe finds nothing, in both themes, desk and phone, with every sheet open', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 390]) {
      const page = await house.open('#t=5,9', { colorScheme, viewport: { width, height: 800 } });
      await page.getByRole('button', { name: 'Solo Vocals' }).click();
      await page.getByRole('button', { name: /^Drums.*place/ }).click();
      assert.deepEqual(await pageViolations(page), [], `${colorScheme} ${String(width)}`);
      for (const name of ['Export mix', 'Keyboard shortcuts']) {
        await page.getByRole('button', { name }).click();
        await page.getByRole('dialog').waitFor();
        assert.deepEqual(await pageViolations(page), [], `${name}, ${colorScheme} ${String(width)}`);
        await page.keyboard.press('Escape');
      }
      await page.getByRole('button', { name: 'Mixes' }).click();
      assert.deepEqual(await pageViolations(page), [], `mixes, ${colorScheme} ${String(width)}`);
      await page.context().close();
    }
  }
});

test('keyboard alone: play, solo, mute, loop, speed, key, zoom, help', async () => {
  const page = await house.open();
  await page.keyboard.press('Space');
  await isPlaying(page);
  await page.keyboard.press('1');
  assert.equal(await pressed(page, 'Solo Vocals'), 'true');
  await page.keyboard.press('Shift+2');
  assert.equal(await pressed(page, 'Solo Vocals'), 'true');
  assert.equal(await pressed(page, 'Solo Drums'), 'true');
  await page.keyboard.press('Alt+3');
  assert.equal(await pressed(page, 'Mute Bass'), 'true');
  await page.keyboard.press('0');
  assert.equal(await pressed(page, 'Mute Bass'), 'false');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('a');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('b');
  assert.equal(await pressed(page, 'Stop looping'), 'true');
  const loopStart = page.getByRole('slider', { name: 'Loop begins' });
  const before = Number(await loopStart.inputValue());
  await loopStart.focus();
  await page.keyboard.press('ArrowRight');
  assert.ok(Number(await loopStart.inputValue()) > before);
  await page.keyboard.press('Escape');
  await page.keyboard.press('-');
  await page.keyboard.press('-');
  await page.getByText('90 %').waitFor();
  await page.keyboard.press('.');
  await page.getByText('+1', { exact: true }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await page.context().close();
});

test('dragging across a part makes a loop, a click goes there', async () => {
  const page = await house.open();
  const box = await laneBox(page, 'Bass');
  await page.mouse.move(box.x + box.width * 0.25, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  const start = Number(await page.getByRole('slider', { name: 'Loop begins' }).inputValue());
  const end = Number(await page.getByRole('slider', { name: 'Loop ends' }).inputValue());
  assert.ok(Math.abs(start - 10) < 0.5 && Math.abs(end - 20) < 0.5, `${String(start)} to ${String(end)}`);
  await page.getByRole('button', { name: 'Remove the loop' }).click();
  await page.mouse.click(box.x + box.width * 0.75, box.y + box.height / 2);
  await page.getByText(/0:(29|30)[.]/).waitFor();
  await page.context().close();
});

test('a practice link brings loop, speed, key and mix; the mix is remembered without it', async () => {
  const page = await house.open('#t=5,9&speed=85&key=-2&mix=vocals:0.5:-0.3:m~bass:1:0:s');
  await page.getByText('85 %').waitFor();
  assert.equal(await pressed(page, 'Mute Vocals'), 'true');
  assert.equal(await pressed(page, 'Solo Bass'), 'true');
  assert.equal(
    await page.getByRole('slider', { name: 'Volume of Vocals' }).getAttribute('aria-valuetext'),
    '50 percent',
  );
  await page.getByRole('button', { name: 'Reset mix' }).click();
  await page.getByRole('button', { name: 'Mute Drums' }).click();
  await page.goto(house.server.url + '?again');
  await page.getByText('85 %').waitFor();
  assert.equal(await pressed(page, 'Mute Drums'), 'true');
  assert.equal(await pressed(page, 'Solo Bass'), 'false');
  await page.context().close();
});

test('a silent stem is folded away and said so; unsure facts are said with doubt', async () => {
  const page = await house.open();
  await page.getByText('No piano in this song').waitFor();
  assert.equal(await page.getByRole('region', { name: 'Piano' }).count(), 0);
  await page.getByText('Probably A minor').waitFor();
  await page.context().close();
});

test('the exported WAV is the mix: its length, and silence where everything was silent', async () => {
  const page = await house.open('#t=8,10.5&mix=vocals:1:0:s');
  await page.getByRole('button', { name: 'Export mix' }).click();
  await page.getByLabel('Part', { exact: true }).selectOption('loop');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'Evening on the Third Platform.wav');
  const wav = readFileSync(await download.path());
  assert.equal(wav.length, 44 + 2.5 * 44100 * 4);
  // The singer rests from 6.6 s to 9.2 s and sings after it.
  const peak = (from: number, to: number) => {
    let highest = 0;
    for (let frame = Math.round(from * 44100); frame < to * 44100; frame += 1)
      highest = Math.max(highest, Math.abs(wav.readInt16LE(44 + frame * 4)));
    return highest;
  };
  assert.ok(peak(0, 1.1) < 60, 'rest');
  assert.ok(peak(1.4, 2.4) > 3000, 'voice');
  await page.context().close();
});

test('an export at another speed has that length', async () => {
  const page = await house.open('#t=8,10&speed=80&key=3');
  await page.getByText('80 %').waitFor();
  await page.getByRole('button', { name: 'Export mix' }).click();
  await page.getByLabel('Part', { exact: true }).selectOption('loop');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  const wav = readFileSync(await download.path());
  assert.equal(wav.length, 44 + (2 / 0.8) * 44100 * 4);
  let loudest = 0;
  for (let at = 44; at < wav.length; at += 2) loudest = Math.max(loudest, Math.abs(wav.readInt16LE(at)));
  assert.ok(loudest > 3000);
  await page.context().close();
});

test('while it is split the page shows how far it is, and turns into the room by itself', async () => {
  house.tell({ status: 'processing', progress: 40, eta_seconds: 30, stems: [] });
  const page = await house.open();
  await page.getByText('about 30 seconds left').waitFor();
  assert.deepEqual(await pageViolations(page), []);
  house.tell({});
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await page.context().close();
});

test('a song deleted meanwhile says so kindly', async () => {
  house.tell({ status: 'processing', progress: 40, stems: [] });
  const page = await house.open();
  house.tell(null);
  await page.getByText('This song has left the stand').waitFor();
  house.tell({});
  await page.context().close();
});

test('every control is big enough for a finger', async () => {
  const page = await house.open('#t=5,9', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('main button, main input[type="range"], header a, header button')]
      .filter((element) => getComputedStyle(element).pointerEvents !== 'none')
      .map((element) => ({
        name: element.getAttribute('aria-label') ?? element.textContent,
        box: element.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
      .map(({ name, box }) => `${String(name)} ${String(box.width)}×${String(box.height)}`),
  );
  assert.deepEqual(small, []);
  await page.context().close();
});

test('on a phone held sideways a whole part stands between the title and the bar, and nothing is cut off', async () => {
  const viewport = { width: 844, height: 390 };
  const page = await house.open('', { viewport, hasTouch: true, isMobile: true });
  const part = await page.getByRole('region', { name: 'Vocals' }).boundingBox();
  const bar = await page.getByRole('region', { name: 'Playing' }).boundingBox();
  assert.ok(part && bar && part.y + part.height <= bar.y, JSON.stringify({ part, bar }));
  assert.ok(bar.y + bar.height <= viewport.height, JSON.stringify(bar));
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width);
  await page.getByRole('button', { name: 'Loop, speed and key' }).click();
  const sheet = await page.getByRole('dialog').boundingBox();
  assert.ok(sheet && sheet.y >= 0 && sheet.y + sheet.height <= viewport.height, JSON.stringify(sheet));
  await page.context().close();
});

test('who wants less motion gets none: nothing is animated while it plays and waits', async () => {
  const lively = await house.open();
  assert.notDeepEqual(await movingParts(lively), [], 'the measure sees motion where there is some');
  await lively.context().close();
  const page = await house.open('', { reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await isPlaying(page);
  await page.getByRole('button', { name: 'Mixes' }).click();
  assert.deepEqual(await movingParts(page), []);
  await page.context().close();
});

test('no page error on the way', () => {
  assert.deepEqual(house.errors, []);
});
