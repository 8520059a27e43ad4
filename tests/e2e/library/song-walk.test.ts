// A song from the first click to the last: signed in, dropped, split, practised, shared, deleted. And a batch with a bad link.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type RunningApp, startApp } from '../../support/app-server.ts';
import { launchChromium } from '../../support/chromium.ts';
import { type SongServer, startSongServer } from '../../support/song-server.ts';

const song = fileURLToPath(new URL('../../fixtures/songs/eif_caesium/vocals.flac', import.meta.url));
/** Separation on a slow and busy machine. */
const splitMs = 240_000;
const pollMs = 200;

let app: RunningApp;
let songs: SongServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let shared: string;
const errors: string[] = [];

before(async () => {
  songs = await startSongServer();
  app = await startApp({ env: { FETCH_ALLOW_CIDRS: '127.0.0.0/8' } });
  browser = await launchChromium();
  context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  context.setDefaultTimeout(60_000);
  page = await context.newPage();
  page.on('pageerror', (error) => errors.push(String(error)));
});
after(async () => {
  await browser?.close();
  await app?.stop();
  await songs?.stop();
});

const row = (name: string) => page.getByRole('listitem', { name, exact: true });
const pressed = (at: Page, name: RegExp) => at.getByRole('button', { name }).first();

test('signed in by the owner’s link, a dropped song is sent, split, and ready', async () => {
  await page.goto(app.ownerLink);
  await page.goto(`${app.url}/library`);
  await page.getByRole('heading', { name: 'No songs yet' }).waitFor();
  await page.getByLabel('Drop songs here, or choose files').setInputFiles(song);
  await row('vocals').waitFor();
  await row('vocals').getByRole('progressbar').waitFor({ timeout: splitMs });
  await row('vocals').getByRole('link', { name: 'Open vocals' }).waitFor({ timeout: splitMs });
});

test('its parts can be downloaded from the list', async () => {
  await row('vocals').getByRole('button', { name: 'Download vocals' }).click();
  for (const name of ['Vocals, MP3', 'Instrumental, WAV', /^All parts, ZIP/])
    await page.getByRole('menuitem', { name }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Vocals, MP3' }).click(),
  ]);
  assert.match(download.suggestedFilename(), /[.]mp3$/);
  assert.equal(await download.failure(), null);
});

test('in its room one can play, solo, mute, loop and slow down', async () => {
  await row('vocals').getByRole('button', { name: 'More for vocals' }).click();
  await page.getByRole('menuitem', { name: 'Copy the link' }).click();
  await page.getByText('The link was copied').waitFor();
  shared = await page.evaluate(() => navigator.clipboard.readText());
  await row('vocals').getByRole('link', { name: 'Open vocals' }).click();
  await page.getByRole('heading', { level: 1, name: 'vocals' }).waitFor();
  assert.equal(page.url().split('#')[0], shared);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  for (const name of [/^Solo /, /^Mute /]) {
    await pressed(page, name).click();
    assert.equal(await pressed(page, name).getAttribute('aria-pressed'), 'true', String(name));
    await pressed(page, name).click();
  }
  await page.keyboard.press('a');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('b');
  await page.getByRole('button', { name: 'Stop looping' }).first().waitFor();
  await page.keyboard.press('-');
  await page.getByText('95 %').first().waitFor();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
});

test('a stranger hears it by the link in another browser, until it is deleted', async () => {
  const other = await browser.newContext();
  other.setDefaultTimeout(60_000);
  const stranger = await other.newPage();
  await stranger.goto(shared);
  await stranger.getByRole('button', { name: 'Play', exact: true }).click();
  await stranger.getByRole('button', { name: 'Pause', exact: true }).waitFor();

  await page.goto(`${app.url}/library`);
  await row('vocals').getByRole('button', { name: 'More for vocals' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await row('vocals').waitFor({ state: 'detached' });
  // Leaving makes it final.
  await page.goto(`${app.url}/settings`);
  const json = new URL(shared).pathname.replace('/s/', '/share/') + '.json';
  const deadline = Date.now() + 60_000;
  let status = 0;
  while (status !== 410 && Date.now() < deadline) {
    status = (await fetch(app.url + json)).status;
    await delay(pollMs);
  }
  assert.equal(status, 410);
  await stranger.goto(shared);
  await stranger.getByRole('heading', { name: 'This song has left the stand' }).waitFor();
  await other.close();
});

test('a batch of pasted links goes on past a bad one, which says why', async () => {
  await page.goto(`${app.url}/library?new=batch`);
  const links = [`${songs.url}/song-1.wav`, `${songs.url}/not-there.wav`, `${songs.url}/song-2.wav`];
  await page.getByLabel('Or paste links').fill(links.join('\n'));
  await page.getByRole('button', { name: 'Split 3 songs' }).click();
  await page.getByRole('heading', { name: 'Batch of 3 songs' }).waitFor();
  const items = page.getByRole('listitem');
  await page.getByText('The batch is finished: 2 ready, 1 failed.').waitFor({ timeout: splitMs });
  assert.match((await items.nth(1).textContent()) ?? '', /Failed There is no file at this link/);
  assert.equal(await page.getByRole('link', { name: /^Open song-/ }).count(), 2);
  await page.getByRole('link', { name: 'Library' }).first().click();
  await row('song-1').waitFor();
  await row('song-2').waitFor();
});

test('no page complained', () => {
  assert.deepEqual(errors, []);
});
