// `npm run screenshots`: starts a Partbook of its own and takes a picture of every page, wide and narrow, light and dark.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { openTestDb } from '../tests/support/accounts.ts';
import { type RunningApp, startApp } from '../tests/support/app-server.ts';
import { launchChromium } from '../tests/support/chromium.ts';
import { addScreenshotSongs } from '../tests/support/screenshot-songs.ts';
import { furnishLibrary } from './screenshots/furnish-library.ts';

const pages = [
  ['home', '/'],
  ['pricing', '/pricing'],
  ['docs', '/docs'],
  ['docs-guide', '/docs/quick-start'],
  ['docs-api', '/docs/api'],
  ['privacy', '/privacy'],
  ['sign-in', '/signin'],
  ['library', '/library'],
  ['setlists', '/setlists'],
  ['developers', '/developers'],
  ['settings', '/settings'],
  ['not-found', '/nothing-here'],
] as const;
const widths = [1280, 390] as const;
const schemes = ['light', 'dark'] as const;
const height = 860;
const settleMs = 1000;

const shoot = async (browser: Browser, site: RunningApp, dir: string): Promise<void> => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${site.url}/`);
  await page.screenshot({ path: path.join(dir, 'home-signed-out.png') });
  await page.goto(site.ownerLink);
  await page.goto(`${site.url}/library`);
  await page.screenshot({ path: path.join(dir, 'library-empty.png'), fullPage: true });
  const db = openTestDb(site.databaseUrl);
  const { batchPath } = await furnishLibrary(db);
  await db.$disconnect();
  const { room, setlistRoom, setlist } = await addScreenshotSongs(site);
  const made = [
    ['batch', batchPath],
    ['room', room],
    ['setlist-room', setlistRoom],
    ['setlist', setlist],
    ['dead-link', `/s/${'0'.repeat(22)}`],
  ] as const;
  for (const width of widths) {
    for (const colorScheme of schemes) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      for (const [name, address] of [...pages, ...made]) {
        await page.goto(site.url + address);
        await page.waitForTimeout(settleMs);
        const file = `${name}-${width}-${colorScheme}.png`;
        await page.screenshot({ path: path.join(dir, file), fullPage: true });
        console.log(file);
      }
    }
  }
};

const dir = path.resolve(process.argv[2] ?? '.data/screenshots');
await mkdir(dir, { recursive: true });
const app = await startApp();
const browser = await launchChromium();
try {
  await shoot(browser, app, dir);
  console.log(`The pictures are in ${dir}.`);
} finally {
  await browser.close();
  await app.stop();
}
