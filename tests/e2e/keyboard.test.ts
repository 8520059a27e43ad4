// Every page by keyboard alone: Tab reaches every control and shows where it is; keys, batches and setlists from their
// making to their end.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { createTestAccount, type TestAccount } from '../support/accounts.ts';
import { apiCaller } from '../support/api-call.ts';
import { browsedSite } from '../support/browsed-site.ts';
import { pressByKey, tabTo, untilAlive, walkByTab } from '../support/keyboard-walk.ts';
import { addSongRows } from '../support/library-rows.ts';
import { openSignedIn } from '../support/signed-in-browser.ts';
import { openRoomHouse, type RoomHouse } from './room/open-room.ts';

let room: RoomHouse;
let owner: TestAccount;
let batch = '';
let setlist = '';

const house = browsedSite(async ({ site }) => {
  room = await openRoomHouse(20);
  owner = await createTestAccount(site.db, { plan: 'pro' });
  await addSongRows(site.db, owner.id, [
    { name: 'Alder' },
    { name: 'Birch' },
    { name: 'Cedar', status: 'failed' },
  ]);
  const call = apiCaller(site.url);
  const items = ['one', 'two'].map((name) => ({ audio_url: `https://example.org/${name}.mp3` }));
  const made = await call('POST', '/splits/batch', { key: owner.key, json: { items } });
  batch = String(made.body['id']);
  const { status, body } = await call('POST', '/setlists', {
    key: owner.key,
    json: { title: 'Monday', split_ids: [] },
  });
  assert.deepEqual([made.status, status], [202, 201]);
  setlist = String(body['id']);
});
after(async () => {
  await room?.close();
});

const openPage = async (path: string, account: TestAccount | null = owner): Promise<Page> => {
  const { page } = await openSignedIn(house.browser, house.site.url, account);
  await page.goto(house.site.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await untilAlive(page);
  return page;
};

const assertWalkable = async (page: Page, what: string): Promise<void> => {
  assert.deepEqual(await walkByTab(page), { unreached: [], unseen: [] }, what);
};

test('Tab reaches every control of the pages that a stranger sees, and shows where it is', async () => {
  for (const path of [
    '/',
    '/signin',
    '/pricing',
    '/docs',
    '/docs/quick-start',
    '/privacy',
    '/nothing-here',
  ]) {
    const page = await openPage(path, null);
    await assertWalkable(page, path);
    await page.context().close();
  }
});

test('Tab reaches every control of an account’s pages, and shows where it is', async () => {
  const pages: [path: string, ready: string][] = [
    ['/library', 'More for Alder'],
    [`/library/batches/${batch}`, 'Cancel'],
    ['/setlists', 'More for Monday'],
    [`/setlists/${setlist}`, 'Add Alder'],
    ['/developers', 'Revoke'],
    ['/settings', 'Delete my account'],
  ];
  for (const [path, ready] of pages) {
    const page = await openPage(path);
    await page.getByRole('button', { name: ready }).first().waitFor();
    await assertWalkable(page, path);
    await page.context().close();
  }
});

test('Tab reaches every control of the room, a loop’s among them, and keys move its sliders', async () => {
  const page = await room.open('#t=5,9');
  await page.getByRole('slider', { name: 'Loop begins' }).waitFor();
  await page.getByRole('button', { name: /^Drums.*place/ }).waitFor();
  await assertWalkable(page, 'room');
  const moveByKey = async (name: string): Promise<void> => {
    const slider = page.getByRole('slider', { name });
    await slider.waitFor();
    const before = await slider.inputValue();
    await tabTo(page, new RegExp(`^${name}`));
    await page.keyboard.press('ArrowLeft');
    assert.notEqual(await slider.inputValue(), before, name);
  };
  await moveByKey('Volume of Vocals');
  await pressByKey(page, /Vocals: place/);
  await moveByKey('Place of Vocals');
  await pressByKey(page, /^Mixes/);
  await page.getByRole('menu').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await pressByKey(page, /^Export mix/);
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  assert.deepEqual(room.errors, []);
  await page.context().close();
});

test('by keyboard alone: a key is made, copied and revoked, the focus stays near, and the session ends', async () => {
  const page = await openPage('/developers', await createTestAccount(house.site.db));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'New key' }).waitFor();
  await pressByKey(page, /^New key/);
  await page.getByLabel('Name').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('practice script');
  await page.keyboard.press('Enter');
  const key = (await page.getByTestId('new-key').textContent()) ?? '';
  await pressByKey(page, /^Copy/);
  await page.waitForFunction(async (text) => (await navigator.clipboard.readText()) === text, key);
  await pressByKey(page, /^Done/);
  await page.getByRole('rowheader', { name: 'practice script' }).waitFor();
  await pressByKey(page, /^Revoke practice script/);
  await pressByKey(page, /^Revoke the key/);
  await page.getByRole('rowheader', { name: 'practice script' }).waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement !== document.body);
  await pressByKey(page, /^Sign out/);
  await page.waitForURL(`${house.site.url}/`);
  await page.context().close();
});

test('by keyboard alone: a batch’s waiting songs are cancelled', async () => {
  const page = await openPage(`/library/batches/${batch}`);
  await page.getByRole('button', { name: 'Cancel' }).first().waitFor();
  await pressByKey(page, /^Cancel/);
  if (await page.getByRole('dialog').isVisible()) await pressByKey(page, /^Cancel .*song|^Cancel the/);
  await page.getByText('Cancelled').first().waitFor();
  await page.context().close();
});

test('by keyboard alone: a setlist is made, filled, renamed, shared, emptied and deleted', async () => {
  const page = await openPage('/setlists');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'More for Monday' }).waitFor();
  await tabTo(page, /^Title of a new setlist/);
  await page.keyboard.type('Friday');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Friday' }).waitFor();
  for (const name of ['Alder', 'Birch']) {
    await page.getByRole('button', { name: `Add ${name}`, exact: true }).waitFor();
    await pressByKey(page, new RegExp(`^Add ${name}$`));
    await page.getByRole('button', { name: `Move ${name}` }).waitFor();
  }
  await pressByKey(page, /^Take Alder off/);
  await page.getByRole('button', { name: 'Move Alder' }).waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement !== document.body);
  await pressByKey(page, /^More for this setlist/);
  await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByLabel('Title', { exact: true }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Saturday');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Saturday' }).waitFor();
  await pressByKey(page, /^Copy the link/);
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('/l/'));
  await pressByKey(page, /^More for this setlist/);
  await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await pressByKey(page, /^Delete the setlist/);
  await page.getByRole('button', { name: 'More for Monday' }).waitFor();
  assert.equal(await page.getByText('Saturday').count(), 0);
  await page.context().close();
});
