// The demo room of the home page, as a stranger meets it: opened, heard, soloed, without a fault and without a jump.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { pageViolations } from '../support/page-violations.ts';
import { browsedSite } from '../support/browsed-site.ts';
import { outputLevel, tapOutput } from '../support/output-level.ts';

const house = browsedSite();

/** A signed-out browser on the home page, and what its console and its network complain of. */
const openHome = async (options: BrowserContextOptions = {}) => {
  const context = await house.browser.newContext(options);
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await tapOutput(page);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${String(response.status())} ${response.url()}`);
  });
  await page.goto(house.site.url);
  return { context, page, faults };
};

const curtain = (page: Page) => page.getByRole('button', { name: 'Play with the parts' });
const openRoom = async (page: Page): Promise<void> => {
  await curtain(page).click();
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
};

const until = async (page: Page, what: string, isSo: () => Promise<boolean>): Promise<void> => {
  for (const end = Date.now() + 60_000; Date.now() < end; await page.waitForTimeout(50))
    if (await isSo()) return;
  assert.fail(`never: ${what}`);
};

const parts = ['Vocals', 'Drums', 'Bass', 'Other'];

/** How far each part's meter is out, 0 to 1. */
const meters = (page: Page): Promise<number[]> =>
  Promise.all(
    parts.map((part) =>
      page
        .getByRole('region', { name: part, exact: true })
        .locator('[aria-hidden="true"] > div')
        .first()
        .evaluate((bar) => new DOMMatrix(getComputedStyle(bar).transform).a),
    ),
  );

test('one press opens the room and it sounds; a solo leaves one part', async () => {
  const { context, page, faults } = await openHome();
  await openRoom(page);
  await until(page, 'sound', async () => (await outputLevel(page)) > 0.01);
  await until(page, 'a moving clock', () => page.getByText(/^0:0[2-9][.]\d$/).isVisible());
  await until(page, 'every meter out', async () => (await meters(page)).every((level) => level > 0.1));
  await page.getByRole('button', { name: 'Solo Drums' }).click();
  await until(page, 'the drums alone', async () => {
    const [vocals, drums = 0, ...others] = await meters(page);
    return drums > 0.1 && [vocals, ...others].every((level) => level === 0);
  });
  assert.ok((await outputLevel(page)) > 0);
  await page.getByRole('button', { name: 'Solo Drums' }).click();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await until(page, 'silence', async () => (await outputLevel(page)) === 0);
  assert.deepEqual(faults, []);
  await context.close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing before and after, ${colorScheme}`, async () => {
    const { context, page } = await openHome({ colorScheme, reducedMotion: 'reduce' });
    assert.deepEqual(await pageViolations(page), []);
    await openRoom(page);
    assert.deepEqual(await pageViolations(page), []);
    await context.close();
  });
}

for (const [width, height] of [
  [1280, 860],
  [820, 1180],
  [844, 390],
  [390, 844],
] as const) {
  test(`nothing below moves when the room opens, ${String(width)} × ${String(height)}`, async () => {
    const { context, page } = await openHome({ viewport: { width, height } });
    const top = (): Promise<number> =>
      page
        .getByRole('region', { name: 'How it works' })
        .evaluate((steps) => steps.getBoundingClientRect().top + scrollY);
    await page.evaluate(() => document.fonts.ready);
    const shut = await top();
    await openRoom(page);
    await page.getByRole('region', { name: 'Other' }).locator('canvas').first().waitFor();
    assert.equal(await top(), shut);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
    await context.close();
  });
}
