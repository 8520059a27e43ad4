// Uploads in a real browser: several at once, over a line that breaks, cancelled, and refused before they begin.
import assert from 'node:assert/strict';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page, Route } from 'playwright-core';
import { createTestAccount, type TestAccount } from '../../support/accounts.ts';
import { testSong } from '../../support/test-song.ts';
import { launchChromium } from '../../support/chromium.ts';
import { openSignedIn } from '../../support/signed-in-browser.ts';
import { startTestSite, type TestSite } from '../../support/test-site.ts';

const mebibyte = 1024 * 1024;
let site: TestSite;
let browser: Browser;
let folder: string;
let file: string;

/** Three parts: a song whose silence was not packed. */
const makeFile = async (name: string, bytes: number): Promise<string> => {
  const place = path.join(folder, name);
  await writeFile(place, testSong(1));
  await truncate(place, bytes);
  return place;
};

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'partbook-test-'));
  file = await makeFile('long song.wav', 25 * mebibyte);
  site = await startTestSite();
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  await site?.stop();
  await rm(folder, { recursive: true, force: true });
});

const partOf = (url: string): number => Number(/[?&]n=(\d+)/.exec(url)?.[1] ?? 0);
const isPart = (url: URL): boolean => url.pathname.startsWith('/storage/') && partOf(url.href) > 0;

/** Lets some parts through and holds the others on the line for ever. */
const letThrough = async (page: Page, parts: readonly number[]): Promise<void> => {
  await page.route(isPart, async (route: Route) => {
    if (parts.includes(partOf(route.request().url()))) await route.continue();
  });
};

const open = async (account: TestAccount) => {
  const opened = await openSignedIn(browser, site.url, account);
  await opened.page.goto(`${site.url}/library`);
  await opened.page.getByRole('heading', { name: 'Library', level: 1 }).waitFor();
  return opened;
};

const chooseSong = (page: Page, place: string) =>
  page.getByLabel('Drop songs here, or choose files').setInputFiles(place);

const songRow = (page: Page) => page.getByRole('listitem', { name: 'long song', exact: true });

const oneSplit = async (account: TestAccount): Promise<void> => {
  const splits = await site.db.split.findMany({ where: { accountId: account.id } });
  assert.deepEqual(
    splits.map(({ name, sourceBytes }) => [name, Number(sourceBytes)]),
    [['long song', 25 * mebibyte]],
  );
};

/** What a page can know of the parts: the two that were let through are noted in the browser's store. */
const untilStored = async (page: Page, count: number): Promise<void> => {
  await page.waitForFunction(async (wanted) => {
    // Opening what is not there would make it, empty.
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === 'partbook-uploads')) return false;
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('partbook-uploads');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error('no store'));
    });
    const records = await new Promise<{ stored: unknown[] }[]>((resolve) => {
      const request = database.transaction('records').objectStore('records').getAll();
      request.onsuccess = () => resolve(request.result as { stored: unknown[] }[]);
    });
    database.close();
    return records.some(({ stored }) => stored.length === wanted);
  }, count);
};

test('a cancelled upload is given up at the service too, and a reload does not bring it back', async () => {
  const account = await createTestAccount(site.db);
  const { context, page } = await open(account);
  await letThrough(page, [1]);
  await chooseSong(page, file);
  await untilStored(page, 1);
  const cancelled = page.waitForResponse((response) => response.url().includes('uploads.cancel'));
  await page.getByRole('button', { name: 'Cancel long song.wav' }).click();
  assert.equal((await cancelled).status(), 200);
  assert.equal(await site.db.upload.count({ where: { accountId: account.id } }), 0);
  await page.reload();
  await page.getByRole('heading', { name: 'No songs yet' }).waitFor();
  assert.equal(await page.getByRole('list', { name: 'Uploads' }).count(), 0);
  await context.close();
});

test('a line that breaks once is tried again by itself', async () => {
  const account = await createTestAccount(site.db);
  const { context, page } = await open(account);
  let broken = 0;
  await page.route(isPart, async (route) => {
    if (partOf(route.request().url()) !== 2 || broken > 0) return route.continue();
    broken += 1;
    return route.abort('connectionreset');
  });
  await chooseSong(page, file);
  await songRow(page).waitFor();
  assert.equal(broken, 1);
  await oneSplit(account);
  await context.close();
});

test('several files at once become several songs; another account sees none of it', async () => {
  const account = await createTestAccount(site.db);
  const { context, page } = await open(account);
  const places = await Promise.all(['one', 'two', 'three'].map((name) => makeFile(`${name}.wav`, 3000)));
  await page.getByLabel('Drop songs here, or choose files').setInputFiles(places);
  for (const name of ['one', 'two', 'three'])
    await page.getByRole('listitem', { name, exact: true }).waitFor();
  assert.equal(await page.getByRole('list', { name: 'Uploads' }).count(), 0);
  await context.close();
});

test('a song over the limit is refused before anything is sent, with the way to more', async () => {
  const account = await createTestAccount(site.db);
  const month = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), 1));
  await site.db.ledgerEntry.create({
    data: { accountId: account.id, kind: 'allowance', delta: 5, month, note: 'for a test' },
  });
  const { context, page } = await open(account);
  await page.getByText('Your 5 songs for this month are used up').waitFor();
  assert.equal(await page.getByLabel('Drop songs here, or choose files').isDisabled(), true);
  await page.getByLabel('Or paste links').fill('https://example.org/a.mp3');
  assert.equal(await page.getByRole('button', { name: 'Split the song' }).isDisabled(), true);
  await page.getByRole('link', { name: 'See plans and credits' }).click();
  await page.getByRole('heading', { name: 'Pricing' }).waitFor();
  await context.close();
});
