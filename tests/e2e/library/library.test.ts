// The library's list, batches, settings and connected apps in a real browser: by mouse, by keyboard alone, under axe.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { taskPaths } from '../../../server/contract/site-tasks.ts';
import { createTestAccount, type TestAccount } from '../../support/accounts.ts';
import { pageViolations } from '../../support/page-violations.ts';
import { browsedSite } from '../../support/browsed-site.ts';
import { addSongRows } from '../../support/library-rows.ts';
import { movingParts } from '../../support/moving-parts.ts';
import { OAuthApp } from '../../support/oauth-app.ts';
import { openSignedIn, type SignedIn } from '../../support/signed-in-browser.ts';

const pollMs = 200;
const house = browsedSite();

const open = async (account: TestAccount, path = '/library'): Promise<SignedIn> => {
  const opened = await openSignedIn(house.browser, house.site.url, account);
  await opened.page.goto(house.site.url + path);
  await opened.page.getByRole('heading', { level: 1 }).waitFor();
  return opened;
};

const row = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
const choose = async (page: Page, song: string, action: string): Promise<void> => {
  await row(page, song)
    .getByRole('button', { name: `More for ${song}` })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
};
const names = async (account: TestAccount): Promise<string[]> => {
  const songs = await house.site.db.split.findMany({
    where: { accountId: account.id },
    orderBy: { id: 'asc' },
  });
  return songs.map(({ name }) => name);
};

test('a deleted song comes back by Undo, and goes for good when the page is left', async () => {
  const account = await createTestAccount(house.site.db);
  await addSongRows(house.site.db, account.id, [{ name: 'Alpha' }, { name: 'Beta' }]);
  const { page, context, errors } = await open(account);
  await choose(page, 'Alpha', 'Delete');
  await row(page, 'Alpha').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await row(page, 'Alpha').waitFor();
  assert.deepEqual(await names(account), ['Alpha', 'Beta']);

  await choose(page, 'Beta', 'Delete');
  await row(page, 'Beta').waitFor({ state: 'detached' });
  assert.deepEqual(await names(account), ['Alpha', 'Beta'], 'the service is not told yet');
  await page.reload();
  await row(page, 'Alpha').waitFor();
  assert.equal(await row(page, 'Beta').count(), 0);
  const deadline = Date.now() + 60_000;
  while ((await names(account)).length > 1 && Date.now() < deadline) await delay(pollMs);
  assert.deepEqual(await names(account), ['Alpha']);
  assert.deepEqual(errors, []);
  await context.close();
});

test('signing out right after deleting does not bring the song back', async () => {
  const account = await createTestAccount(house.site.db);
  await addSongRows(house.site.db, account.id, [{ name: 'Alpha' }]);
  const { page, context } = await open(account);
  await choose(page, 'Alpha', 'Delete');
  await row(page, 'Alpha').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${house.site.url}/`);
  assert.deepEqual(await names(account), []);
  await context.close();
});

test('search and state narrow the list; what is empty says what to do; more songs come by the page', async () => {
  const account = await createTestAccount(house.site.db);
  const many = Array.from({ length: 33 }, (_, index) => ({ name: `Song ${String(index).padStart(2, '0')}` }));
  await addSongRows(house.site.db, account.id, [...many, { name: 'Broken', status: 'failed' as const }]);
  const { page, context } = await open(account);
  const rows = page.getByRole('list', { name: 'Songs' }).getByRole('listitem');
  await row(page, 'Broken').getByText('could not be downloaded').waitFor();
  assert.equal(await rows.count(), 30);
  await page.getByRole('button', { name: 'Show more songs' }).click();
  await row(page, 'Song 00').waitFor();
  assert.equal(await rows.count(), 34);
  await page.getByLabel('State').selectOption('failed');
  await row(page, 'Song 00').waitFor({ state: 'detached' });
  assert.equal(await rows.count(), 1);
  await page.getByLabel('State').selectOption('');
  await page.getByLabel('Search by name').fill('song 07');
  await row(page, 'Broken').waitFor({ state: 'detached' });
  await row(page, 'Song 07').waitFor();
  assert.equal(await rows.count(), 1);
  await page.getByLabel('Search by name').fill('nothing like it');
  await page.getByRole('heading', { name: 'No song here looks like that' }).waitFor();
  await page.getByRole('button', { name: 'Show all songs' }).click();
  await row(page, 'Broken').waitFor();
  await context.close();
});

test('by keyboard alone: choose a model, rename, delete and undo, settings, export', async () => {
  const account = await createTestAccount(house.site.db);
  await addSongRows(house.site.db, account.id, [{ name: 'Alpha' }]);
  const { page, context } = await open(account);
  await row(page, 'Alpha').waitFor();
  const press = (key: string) => page.keyboard.press(key);
  /** Goes on by Tab until the element with this name has the focus. */
  const tabTo = async (name: RegExp): Promise<void> => {
    for (let step = 0; step < 60; step += 1) {
      await press('Tab');
      const focused = await page.evaluate(() => {
        const element = document.activeElement;
        const label =
          element?.closest('label') ?? document.querySelector(`label[for="${element?.id ?? ''}"]`);
        return (
          element?.getAttribute('aria-label') ?? `${label?.textContent ?? ''} ${element?.textContent ?? ''}`
        );
      });
      if (name.test(focused)) return;
    }
    assert.fail(`${String(name)} is not reached by Tab`);
  };
  await tabTo(/^Skip to the content|Skip to the content/);
  await press('Enter');
  await tabTo(/Vocal Remover/);
  await press('ArrowDown');
  assert.equal(await page.getByRole('radio', { name: /Basic Split/ }).isChecked(), true);
  await tabTo(/Drop songs here/);
  await tabTo(/Or paste links/);
  await page.keyboard.type('not a link');
  await page.getByText('is not a link').waitFor();
  await tabTo(/^More for Alpha/);
  await press('Enter');
  await press('ArrowDown');
  await press('Enter');
  await page.getByLabel('New name of Alpha').waitFor();
  await page.keyboard.type('Omega');
  await press('Enter');
  await row(page, 'Omega').waitFor();
  await page.getByRole('button', { name: 'More for Omega' }).focus();
  await press('Enter');
  await press('End');
  await press('Enter');
  await row(page, 'Omega').waitFor({ state: 'detached' });
  await press('Control+z');
  await row(page, 'Omega').waitFor();

  await page.goto(`${house.site.url}/settings`);
  await page.getByText('this browser').waitFor();
  await tabTo(/Your name/);
  await page.keyboard.type('Ann');
  await press('Enter');
  await page.getByText('Saved.').waitFor();
  await tabTo(/Export my data/);
  const [download] = await Promise.all([page.waitForEvent('download'), press('Enter')]);
  const data = JSON.parse(readFileSync(await download.path(), 'utf8')) as { account: { name: string } };
  assert.equal(data.account.name, 'Ann');
  await tabTo(/Delete my account/);
  await press('Enter');
  await page.getByRole('dialog', { name: 'Delete your account?' }).waitFor();
  await press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await context.close();
});

/** Waiting songs stay waiting: no worker runs here. */
const addBatch = async (account: TestAccount, links: readonly string[]): Promise<string> => {
  const answer = await fetch(`${house.site.url}/api/v1/splits/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${account.key}` },
    body: JSON.stringify({ items: links.map((link) => ({ audio_url: link })) }),
  });
  assert.equal(answer.status, 202);
  return ((await answer.json()) as { id: string }).id;
};
const links = ['https://example.org/one.mp3', 'https://example.org/two.mp3', 'https://example.org/three.mp3'];

test('a batch: seen from the library, waiting songs cancelled, a failed one with its reason', async () => {
  const account = await createTestAccount(house.site.db);
  const id = await addBatch(account, links);
  await house.site.db.batchItem.update({
    where: { batchId_index: { batchId: id, index: 0 } },
    data: { status: 'failed', reason: 'limit_reached' },
  });
  const { page, context } = await open(account);
  await page.getByText('Batch of 3 songs: 2 waiting, 1 failed.').waitFor();
  await page.getByRole('link', { name: 'See the batch' }).click();
  await page.getByRole('heading', { name: 'Batch of 3 songs' }).waitFor();
  const items = page.getByRole('listitem');
  assert.match((await items.first().textContent()) ?? '', /Failed.*used up.*See plans and credits/);
  await page.getByText('Only songs that have not begun are cancelled').waitFor();
  await page.getByRole('button', { name: 'Cancel the 2 waiting songs' }).click();
  await page.getByText('The batch is finished: 1 failed, 2 cancelled.').waitFor();
  assert.equal(await page.getByRole('button', { name: /^Cancel the/ }).count(), 0);

  await page.goto(`${house.site.url}/library/batches/batch_unknown`);
  await page.getByRole('heading', { name: 'No such batch' }).waitFor();
  await context.close();
});

test('what links from assistants ask for stands ready, also through the sign-in', async () => {
  const account = await createTestAccount(house.site.db);
  const { page, context } = await open(account, '/library?new=fast');
  assert.equal(await page.getByRole('radio', { name: /Basic Split/ }).isChecked(), true);
  await page.goto(`${house.site.url}/library?new=batch`);
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
  await page.goto(`${house.site.url}/library?new=nonsense`);
  assert.equal(await page.getByRole('radio', { name: /Vocal Remover/ }).isChecked(), true);
  for (const path of Object.values(taskPaths))
    assert.equal((await page.goto(house.site.url + path))?.status(), 200, path);
  await context.clearCookies();
  await page.goto(`${house.site.url}/library?new=full`);
  assert.equal(new URL(page.url()).searchParams.get('callbackUrl'), '/library?new=full');
  await context.close();
});

test('a connected app is listed, and refused from the moment it is disconnected', async () => {
  const account = await createTestAccount(house.site.db);
  const { page, context } = await open(account, '/developers');
  await page.getByRole('heading', { name: 'No apps connected' }).waitFor();
  const app = await OAuthApp.register(house.site.url, 'https://band.example/callback', 'Band Assistant');
  const resource = `${house.site.url}/mcp/account`;
  const tokens = await app.connect(account, { resource });
  const ask = (): Promise<Response> =>
    fetch(resource, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokens.access_token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
  assert.notEqual((await ask()).status, 401);
  await page.reload();
  const shown = page.getByRole('row').filter({ hasText: 'Band Assistant' });
  await shown.waitFor();
  assert.match((await shown.textContent()) ?? '', /band[.]example.*\/mcp\/account/);
  await page.getByRole('button', { name: 'Disconnect Band Assistant' }).click();
  await page.getByRole('button', { name: 'Disconnect the app' }).click();
  await page.getByRole('heading', { name: 'No apps connected' }).waitFor();
  assert.equal((await ask()).status, 401);
  assert.equal((await app.refresh(tokens.refresh_token)).status, 400);
  await context.close();
});

test('on a phone held sideways nothing is cut off, and who wants less motion gets none', async () => {
  const account = await createTestAccount(house.site.db);
  await addSongRows(house.site.db, account.id, [
    { name: 'A song with a name that is longer than most of them are' },
    { name: 'Being split', status: 'processing' },
  ]);
  const opened = await openSignedIn(house.browser, house.site.url, account, {
    viewport: { width: 844, height: 390 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  for (const path of ['/library', '/settings', '/setlists', '/developers']) {
    await opened.page.goto(house.site.url + path);
    await opened.page.getByRole('heading', { level: 1 }).waitFor();
    if (path === '/library') await row(opened.page, 'Being split').getByRole('progressbar').waitFor();
    assert.equal(await opened.page.evaluate(() => document.documentElement.scrollWidth), 844, path);
    assert.deepEqual(await movingParts(opened.page), [], path);
  }
  await opened.context.close();
});

test('axe finds nothing on any of these pages, in both themes, desk and phone', async () => {
  const account = await createTestAccount(house.site.db);
  await addSongRows(house.site.db, account.id, [
    { name: 'Ready' },
    { name: 'Broken', status: 'failed' },
    { name: 'Later', status: 'queued' },
  ]);
  const batch = await addBatch(account, links);
  await (await OAuthApp.register(house.site.url)).connect(account);
  const pages: [path: string, ready: string][] = [
    ['/library', 'Waiting for its turn'],
    [`/library/batches/${batch}`, 'Only songs that have not begun'],
    ['/settings', 'this browser'],
    ['/developers', 'Test app'],
    ['/', ''],
    ['/pricing', ''],
    ['/signin', ''],
  ];
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 390]) {
      const { page, context } = await openSignedIn(house.browser, house.site.url, account, {
        colorScheme,
        viewport: { width, height: 800 },
      });
      for (const [path, ready] of pages) {
        await page.goto(house.site.url + path);
        if (path === '/signin') await context.clearCookies();
        if (path === '/signin') await page.goto(house.site.url + path);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        if (ready !== '') await page.getByText(ready).first().waitFor();
        assert.deepEqual(await pageViolations(page), [], `${path}, ${colorScheme}, ${String(width)}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(wide <= 0, `${path} is ${String(wide)} px wider than ${String(width)} px`);
        if (path !== '/library') continue;
        await page.getByRole('button', { name: 'More for Ready' }).click();
        assert.deepEqual(await pageViolations(page), [], `menu, ${colorScheme}, ${String(width)}`);
        await page.keyboard.press('Escape');
      }
      await context.close();
    }
  }
});
