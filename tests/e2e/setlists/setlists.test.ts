// A setlist from its making to its end: made and ordered by keyboard on the site, played through by a stranger, deleted.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Db } from '../../../server/db/client.ts';
import { createTestAccount, openTestDb, type TestAccount } from '../../support/accounts.ts';
import { apiCaller } from '../../support/api-call.ts';
import { type RunningApp, startApp } from '../../support/app-server.ts';
import { launchChromium } from '../../support/chromium.ts';
import { pageViolations } from '../../support/page-violations.ts';
import { testSong } from '../../support/test-song.ts';

const songNames = ['Alder', 'Birch', 'Cedar'];
let app: RunningApp;
let db: Db;
let browser: Browser;
let owner: TestAccount;
let page: Page;
let call: ReturnType<typeof apiCaller>;
let share = '';
const songIds = new Map<string, string>();

const addSong = async (name: string, seed: number): Promise<void> => {
  const form = new FormData();
  form.set('name', name);
  form.set('file', new Blob([new Uint8Array(testSong(seed, 3))], { type: 'audio/wav' }), `${name}.wav`);
  const { body } = await call('POST', '/splits', { key: owner.key, raw: form });
  songIds.set(name, String(body['id']));
};

const untilDone = async (id: string): Promise<void> => {
  for (let tries = 0; tries < 40; tries += 1) {
    const { body } = await call('GET', `/splits/${id}?wait=10`, { key: owner.key });
    assert.notEqual(body['status'], 'failed', JSON.stringify(body));
    if (body['status'] === 'done') return;
  }
  throw new Error(`${id} was not split in time\n${app.output()}`);
};

const signedIn = async ({ cookie }: TestAccount, options = {}): Promise<BrowserContext> => {
  const context = await browser.newContext(options);
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: app.url }]);
  context.setDefaultTimeout(60_000);
  return context;
};

/** The songs of the list in their order, as the page shows them. */
const order = (on: Page): Promise<string[]> => on.locator('ol li strong').allTextContents();

const untilOrder = async (wanted: readonly string[]): Promise<void> => {
  await page.waitForFunction(
    (names) =>
      [...document.querySelectorAll('ol li strong')].map((one) => one.textContent).join() === names.join(),
    wanted,
  );
};

/** What the server keeps, once the page says that all is stored. */
const stored = async (): Promise<string[]> => {
  await page.getByText('· Saved', { exact: false }).waitFor();
  const { body } = await call('GET', '/setlists', { key: owner.key });
  const [setlist] = body['setlists'] as unknown as { songs: { name: string }[]; share_url: string }[];
  share = setlist?.share_url ?? '';
  return setlist?.songs.map(({ name }) => name) ?? [];
};

before(async () => {
  app = await startApp();
  db = openTestDb(app.databaseUrl);
  call = apiCaller(app.url);
  owner = await createTestAccount(db, { plan: 'pro' });
  browser = await launchChromium();
  for (const [seed, name] of songNames.entries()) await addSong(name, seed * 7);
  for (const id of songIds.values()) await untilDone(id);
  const permissions = ['clipboard-read', 'clipboard-write'];
  page = await (await signedIn(owner, { permissions })).newPage();
});
after(async () => {
  await browser?.close();
  await db?.$disconnect();
  await app?.stop();
});

test('without Pro the page says what setlists are and where to get them', async () => {
  const context = await signedIn(await createTestAccount(db));
  const free = await context.newPage();
  await free.goto(`${app.url}/setlists`);
  await free.getByText('Setlists are part of Pro', { exact: false }).waitFor();
  assert.equal(await free.getByRole('link', { name: 'See the plans' }).getAttribute('href'), '/pricing');
  assert.equal(await free.getByRole('button', { name: 'Make the setlist' }).count(), 0);
  assert.deepEqual(await pageViolations(free), []);
  await context.close();
});

test('a setlist is made, and songs come onto it from the library by search', async () => {
  await page.goto(`${app.url}/library`);
  await page.getByRole('link', { name: 'Setlists' }).click();
  await page.getByText('No setlist yet').waitFor();
  await page.getByLabel('Title of a new setlist').fill('Friday at the Lantern');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Friday at the Lantern' }).waitFor();
  for (const name of songNames) {
    await page.getByLabel('Search your library').fill(name.slice(1, 4));
    await page.getByRole('button', { name: `Add ${name}`, exact: true }).click();
    await page.getByRole('button', { name: `Move ${name}`, exact: false }).waitFor();
  }
  await page.getByLabel('Search your library').fill('nothing of the kind');
  await page.getByText('No finished song has that name.').waitFor();
  assert.deepEqual(await stored(), songNames);
});

test('the order changes by keyboard alone, each step is spoken, Escape puts back', async () => {
  await page.getByRole('button', { name: 'Move Cedar', exact: false }).focus();
  await page.keyboard.press('Space');
  await page.getByText('Cedar taken up, place 3 of 3', { exact: false }).waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowUp');
  await page.getByText('Cedar, place 2 of 3.').waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await page.getByText('Cedar put down at place 1 of 3.').waitFor({ state: 'attached' });
  assert.deepEqual(await order(page), ['Cedar', 'Alder', 'Birch']);
  assert.deepEqual(await stored(), ['Cedar', 'Alder', 'Birch']);
  const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  assert.match(focused ?? '', /^Move Cedar/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  assert.deepEqual(await order(page), ['Alder', 'Birch', 'Cedar']);
  await page.keyboard.press('Escape');
  assert.deepEqual(await order(page), ['Cedar', 'Alder', 'Birch']);
});

test('the order changes by dragging', async () => {
  const handle = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: false });
  await handle('Cedar').scrollIntoViewIfNeeded();
  const from = await handle('Cedar').boundingBox();
  const to = await handle('Birch').boundingBox();
  assert.ok(from && to);
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, to.y + 30, { steps: 6 });
  await page.mouse.up();
  await untilOrder(['Alder', 'Birch', 'Cedar']);
  assert.deepEqual(await stored(), ['Alder', 'Birch', 'Cedar']);
});

test('a song is taken off and put back; the title changes; the link is copied', async () => {
  await page.getByRole('button', { name: 'Take Birch off the setlist' }).click();
  await untilOrder(['Alder', 'Cedar']);
  await page.getByRole('button', { name: 'Put it back' }).click();
  await untilOrder(['Alder', 'Birch', 'Cedar']);
  await page.getByRole('button', { name: 'More for this setlist' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByLabel('Title', { exact: true }).fill('Saturday at the Lantern');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Saturday at the Lantern' }).waitFor();
  assert.deepEqual(await stored(), songNames);
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await page.getByText('The setlist’s link was copied.').waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), share);
});

test('axe finds nothing on the setlist pages, in both themes, desk and phone', async () => {
  const address = page.url();
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 390]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 860 });
      await page.goto(`${app.url}/setlists`);
      await page.getByText('Saturday at the Lantern').waitFor();
      assert.deepEqual(await pageViolations(page), [], `list ${colorScheme} ${String(width)}`);
      await page.goto(address);
      await page.getByRole('button', { name: 'Add Birch', exact: true }).waitFor();
      assert.deepEqual(await pageViolations(page), [], `editor ${colorScheme} ${String(width)}`);
    }
  }
});

test('a stranger plays it through: the songs follow by themselves, next and previous go by key', async () => {
  const context = await browser.newContext();
  context.setDefaultTimeout(60_000);
  const stranger = await context.newPage();
  await stranger.goto(share);
  const current = (name: string) =>
    stranger.locator('[aria-current="true"]').filter({ hasText: name }).waitFor();
  const title = (name: string) => stranger.getByRole('heading', { level: 1, name }).waitFor();
  await title('Alder');
  assert.deepEqual(await pageViolations(stranger), []);
  await stranger.keyboard.press('n');
  await title('Birch');
  await stranger.keyboard.press('p');
  await title('Alder');
  await stranger.getByRole('button', { name: 'Play', exact: true }).click();
  await current('Birch');
  await title('Birch');
  await stranger.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await current('Cedar');
  await stranger.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await stranger.emulateMedia({ colorScheme: 'dark' });
  assert.deepEqual(await pageViolations(stranger), []);
  await context.close();
});

test('on a phone the setlist stays within the window, its bar on one line', async () => {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ viewport, hasTouch: true, isMobile: true });
  context.setDefaultTimeout(60_000);
  const phone = await context.newPage();
  await phone.goto(share);
  await phone.getByRole('heading', { level: 1, name: 'Alder' }).waitFor();
  assert.equal(await phone.evaluate(() => document.documentElement.scrollWidth), viewport.width);
  const bar = phone.getByRole('region', { name: 'Playing' });
  const middles = await Promise.all(
    ['Previous song', 'Play', 'Next song', 'Loop, speed and key'].map(async (name) => {
      const box = await bar.getByRole('button', { name, exact: true }).boundingBox();
      return box ? Math.round(box.y + box.height / 2) : null;
    }),
  );
  assert.equal(new Set(middles).size, 1, middles.join(' '));
  await context.close();
});

test('links of deleted songs and setlists say so kindly with 410, unknown ones with 404', async () => {
  const { body: song } = await call('GET', `/splits/${songIds.get('Alder') ?? ''}`, { key: owner.key });
  const songLink = String(song['open_url']);
  await call('DELETE', `/splits/${songIds.get('Alder') ?? ''}`, { key: owner.key });
  await page.goto(`${app.url}/setlists`);
  await page.getByRole('button', { name: 'More for Saturday at the Lantern' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete the setlist' }).click();
  await page.getByText('No setlist yet').waitFor();
  const unknown = '0'.repeat(22);
  const wanted: [string, number, string][] = [
    [songLink, 410, 'This song has left the stand'],
    [share, 410, 'This setlist has left the stand'],
    [`${app.url}/s/${unknown}`, 404, 'This song has left the stand'],
    [`${app.url}/l/${unknown}`, 404, 'This setlist has left the stand'],
    [`${app.url}/s/nonsense`, 404, 'This song has left the stand'],
  ];
  for (const [link, status, words] of wanted) {
    const answer = await page.goto(link);
    assert.equal(answer?.status(), status, link);
    await page.getByRole('heading', { name: words }).waitFor();
    assert.deepEqual(await pageViolations(page), []);
  }
});
