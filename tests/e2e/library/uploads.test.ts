// Uploads in a real browser: reloaded in the middle, paused, cancelled, several at once, over a line that breaks, refused.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises';
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
/** Separation on a slow and busy machine. */
const splitMs = 240_000;
let site: TestSite;
let browser: Browser;
let folder: string;
let file: string;

/** Longer than its song: what comes after the sound is sent, but not heard. */
const makeFile = async (name: string, bytes: number, seconds?: number): Promise<string> => {
  const place = path.join(folder, name);
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(place, testSong(1, seconds));
  await truncate(place, bytes);
  return place;
};

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'partbook-test-'));
  file = await makeFile('long song.wav', 25 * mebibyte);
  site = await startTestSite({ withWorker: true, withEngine: true });
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  await site?.stop();
  await rm(folder, { recursive: true, force: true });
});

const partOf = (url: string): number => Number(/[?&]n=(\d+)/.exec(url)?.[1] ?? 0);
const isPart = (url: URL): boolean => url.pathname.startsWith('/storage/') && partOf(url.href) > 0;

const inOrder = (parts: readonly number[]): number[] => parts.toSorted((a, b) => a - b);

type Line = {
  /** Every part that went out, in order, once for each time. */
  sent: number[];
  /** Lets through what comes from now on. These parts must wait on the line before; they go with their page. */
  openFor: (waiting: readonly number[]) => Promise<void>;
};

/** A line on which only these parts get through; the others wait on it. */
const holdLine = async (page: Page, passing: readonly number[]): Promise<Line> => {
  const sent: number[] = [];
  const held: number[] = [];
  let isOpen = false;
  await page.route(isPart, async (route: Route) => {
    const part = partOf(route.request().url());
    const isPassing = isOpen || passing.includes(part);
    (isPassing ? sent : held).push(part);
    if (isPassing) await route.continue();
  });
  return {
    sent,
    openFor: async (waiting) => {
      for (const end = Date.now() + 60_000; held.length < waiting.length && Date.now() < end;)
        await page.waitForTimeout(50);
      assert.deepEqual(inOrder(held), waiting);
      isOpen = true;
    },
  };
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

/** What the browser's store holds of uploads: parts that are noted as sent, and files. */
const kept = (page: Page): Promise<{ stored: number[]; files: number }> =>
  page.evaluate(async () => {
    // Opening what is not there would make it, empty.
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === 'partbook-uploads')) return { stored: [], files: 0 };
    return new Promise((resolve, reject) => {
      const opening = indexedDB.open('partbook-uploads');
      opening.onerror = () => reject(new Error('no store'));
      opening.onsuccess = () => {
        const reading = opening.result.transaction(['records', 'files']);
        const records = reading.objectStore('records').getAll();
        const files = reading.objectStore('files').count();
        reading.oncomplete = () => {
          opening.result.close();
          const all = records.result as { plan: { stored: { n: number }[] } | null }[];
          const stored = all.flatMap(({ plan }) => plan?.stored.map(({ n }) => n) ?? []);
          resolve({ stored: stored.toSorted((a, b) => a - b), files: files.result });
        };
      };
    });
  });

const untilKept = async (page: Page, stored: readonly number[], files = 1): Promise<void> => {
  const wanted = JSON.stringify({ stored, files });
  let found = '';
  for (const end = Date.now() + 60_000; Date.now() < end; await page.waitForTimeout(100)) {
    found = JSON.stringify(await kept(page));
    if (found === wanted) return;
  }
  assert.fail(`the browser keeps ${found} instead of ${wanted}`);
};

/** As in a browser that had no room for the file. */
const loseFiles = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('partbook-uploads');
        opening.onsuccess = () => {
          const clearing = opening.result.transaction('files', 'readwrite');
          clearing.objectStore('files').clear();
          clearing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );

test('reloaded in the middle, an upload goes on by itself with what is missing, and its one song plays', async () => {
  const account = await createTestAccount(site.db);
  const { context, page, errors } = await open(account);
  const line = await holdLine(page, [1, 3]);
  await chooseSong(page, await makeFile('heard/long song.wav', 25 * mebibyte, 12));
  await untilKept(page, [1, 3]);
  assert.deepEqual(inOrder(line.sent), [1, 3]);
  await line.openFor([2]);
  await page.reload();
  await songRow(page).waitFor();
  assert.deepEqual(line.sent.slice(2), [2]);
  assert.equal(await page.getByRole('list', { name: 'Uploads' }).count(), 0);
  await oneSplit(account);
  await page.getByRole('link', { name: 'Open long song' }).click({ timeout: splitMs });
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test('where the browser kept no file the person is asked; only the same file goes on', async () => {
  const account = await createTestAccount(site.db);
  const { context, page } = await open(account);
  const line = await holdLine(page, [1, 2]);
  await chooseSong(page, file);
  await untilKept(page, [1, 2]);
  await loseFiles(page);
  await line.openFor([3]);
  await page.reload();
  await page.getByText('20 of 25 MB are safely there. Please choose the same file again').waitFor();
  const again = page.getByLabel('Choose it again');
  const changed = await makeFile('changed/long song.wav', 25 * mebibyte);
  await utimes(changed, new Date(), new Date('2026-01-01'));
  const others = [
    changed,
    await makeFile('another song.wav', 25 * mebibyte),
    await makeFile('longer/long song.wav', 26 * mebibyte),
  ];
  for (const place of others) {
    await again.setInputFiles(place);
    await page.getByText(`“${path.basename(place)}” is another file, or was changed since.`).waitFor();
    assert.deepEqual(line.sent.slice(2), [], place);
  }
  await again.setInputFiles(file);
  await songRow(page).waitFor();
  assert.deepEqual(line.sent.slice(2), [3]);
  await oneSplit(account);
  await context.close();
});

test('a paused upload is still paused after a reload, sends nothing, and goes on when told', async () => {
  const account = await createTestAccount(site.db);
  const { context, page } = await open(account);
  const line = await holdLine(page, [1]);
  await chooseSong(page, file);
  await untilKept(page, [1]);
  await page.getByRole('button', { name: 'Pause long song.wav' }).click();
  await page.getByText('Paused at 10 of 25 MB').waitFor();
  await line.openFor([2, 3]);
  await page.reload();
  await page.getByText('Paused at 10 of 25 MB').waitFor();
  assert.deepEqual(line.sent, [1]);
  await page.getByRole('button', { name: 'Resume long song.wav' }).click();
  await songRow(page).waitFor();
  assert.deepEqual(inOrder(line.sent), [1, 2, 3]);
  await oneSplit(account);
  await context.close();
});

test('files that wait for their turn are not lost by a reload', async () => {
  const account = await createTestAccount(site.db);
  const { context, page } = await open(account);
  const line = await holdLine(page, []);
  const names = ['first', 'second', 'third'];
  await page
    .getByLabel('Drop songs here, or choose files')
    .setInputFiles(await Promise.all(names.map((name) => makeFile(`${name}.wav`, 3000))));
  await page.getByText('Waiting for its turn').waitFor();
  await untilKept(page, [], 3);
  await line.openFor([1, 1]);
  await page.reload();
  for (const name of names) await page.getByRole('listitem', { name, exact: true }).waitFor();
  assert.deepEqual(line.sent, [1, 1, 1]);
  assert.equal(await site.db.split.count({ where: { accountId: account.id } }), 3);
  await context.close();
});

test('a cancelled upload is given up at the service too, and a reload does not bring it back', async () => {
  const account = await createTestAccount(site.db);
  const { context, page } = await open(account);
  await holdLine(page, [1]);
  await chooseSong(page, file);
  await untilKept(page, [1]);
  const cancelled = page.waitForResponse((response) => response.url().includes('uploads.cancel'));
  await page.getByRole('button', { name: 'Cancel long song.wav' }).click();
  assert.equal((await cancelled).status(), 200);
  assert.equal(await site.db.upload.count({ where: { accountId: account.id } }), 0);
  assert.deepEqual(await kept(page), { stored: [], files: 0 });
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
