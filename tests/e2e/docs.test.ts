// The documentation in a real browser: no fault for axe in both themes, copied code, languages by keyboard, and a call tried.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { createTestAccount, type TestAccount } from '../support/accounts.ts';
import { pageViolations } from '../support/page-violations.ts';
import { browsedSite } from '../support/browsed-site.ts';
import { untilAlive } from '../support/keyboard-walk.ts';

let account: TestAccount;
let context: BrowserContext;
let page: Page;

const house = browsedSite(async ({ site, browser }) => {
  account = await createTestAccount(site.db);
  context = await browser.newContext({
    permissions: ['clipboard-read', 'clipboard-write'],
    viewport: { width: 1280, height: 860 },
  });
  page = await context.newPage();
  page.setDefaultTimeout(60_000);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on pages of each kind, ${colorScheme}`, async () => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found: string[] = [];
    for (const path of [
      '/docs',
      '/docs/quick-start',
      '/docs/self-hosting',
      '/docs/api',
      '/pricing',
      '/privacy',
    ]) {
      await page.goto(house.site.url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      found.push(...(await pageViolations(page)).map((fault) => `${path} ${fault}`));
    }
    assert.deepEqual(found, []);
  });
}

test('no page is wider than a phone, and its navigation unfolds', async () => {
  await page.setViewportSize({ width: 390, height: 800 });
  for (const path of ['/docs/quick-start', '/docs/self-hosting', '/docs/api', '/terms']) {
    await page.goto(house.site.url + path);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `${path} is ${width} px wide`);
  }
  await page.goto(`${house.site.url}/docs/mcp`);
  await page.getByText('All pages').click();
  await page.getByRole('navigation', { name: 'Documentation, folded' }).getByText('Self-hosting').click();
  await page.waitForURL('**/docs/self-hosting');
  await page.setViewportSize({ width: 1280, height: 860 });
});

test('a language is chosen by keyboard, for every box of the page, and the code shown is what is copied', async () => {
  await page.goto(`${house.site.url}/docs/quick-start`);
  const first = page.getByRole('tablist', { name: 'Language' }).first();
  await untilAlive(page);
  await first.getByRole('tab', { name: 'curl' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const python = first.getByRole('tab', { name: 'Python' });
  assert.equal(await python.getAttribute('aria-selected'), 'true');
  assert.ok(await python.evaluate((tab) => tab === document.activeElement));
  const shown = await page.getByRole('tabpanel').first().innerText();
  assert.match(shown, /^import json/);
  for (const panel of await page.getByRole('tabpanel').all()) {
    assert.equal(await panel.getAttribute('aria-label'), 'Code, Python');
  }
  await page.getByRole('button', { name: 'Copy the code' }).first().click();
  await page.getByText('Copied.').waitFor();
  assert.equal((await page.evaluate(() => navigator.clipboard.readText())).trim(), shown.trim());
});

test('an operation is tried with a key that no storage ever holds', async () => {
  await page.goto(`${house.site.url}/docs/api#getMe`);
  const operation = page.locator('section[aria-labelledby="getMe"]');
  await operation.getByText('Try it').click();
  await operation.getByRole('button', { name: 'Send' }).click();
  await operation.getByText('Answered with 401').waitFor();
  await operation.getByLabel('API key').fill(account.key);
  await operation.getByRole('button', { name: 'Send' }).click();
  await operation.getByText('Answered with 200').waitFor();
  assert.match(await operation.getByRole('tabpanel').last().innerText(), /"plan": "free"/);

  const list = page.locator('section[aria-labelledby="listSplits"]');
  await list.getByText('Try it').click();
  assert.equal(await list.getByLabel('API key').inputValue(), account.key);
  await list.getByLabel('limit (query)').fill('1000');
  await list.getByRole('button', { name: 'Send' }).click();
  await list.getByText('Answered with 422').waitFor();

  const kept = await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    return JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      databases,
      document.cookie,
      location.href,
    ]);
  });
  assert.ok(!kept.includes('pb_live_'), kept);
  await page.reload();
  await operation.getByText('Try it').click();
  assert.equal(await operation.getByLabel('API key').inputValue(), '');
});
