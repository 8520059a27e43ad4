// `npm run screenshots`: starts a Partbook of its own and takes a picture of every page, on a desk and on a phone, light and dark.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openTestDb } from '../tests/support/accounts.ts';
import { type RunningApp, startApp } from '../tests/support/app-server.ts';
import { launchChromium } from '../tests/support/chromium.ts';
import { addScreenshotSongs } from '../tests/support/screenshot-songs.ts';
import { furnishLibrary } from './screenshots/furnish-library.ts';

type Place = readonly [name: string, address: string];

/** What a stranger sees. */
const publicPages: readonly Place[] = [
  ['home', '/'],
  ['sign-in', '/signin'],
  ['sign-in-sent', '/signin/sent'],
  ['pricing', '/pricing'],
  ['docs', '/docs'],
  ['docs-guide', '/docs/quick-start'],
  ['docs-room', '/docs/practice-room'],
  ['docs-api', '/docs/api'],
  ['privacy', '/privacy'],
  ['terms', '/terms'],
  ['not-found', '/nothing-here'],
  ['dead-link', `/s/${'0'.repeat(22)}`],
];
const emptyPages: readonly Place[] = [
  ['library-empty', '/library'],
  ['setlists-empty', '/setlists'],
];
const ownPages: readonly Place[] = [
  ['library', '/library'],
  ['setlists', '/setlists'],
  ['developers', '/developers'],
  ['settings', '/settings'],
];
/** Desk, phone, and the phone turned. */
const sizes = [
  { width: 1280, height: 860, on: 'desk' },
  { width: 390, height: 844, on: 'phone' },
  { width: 844, height: 390, on: 'phone' },
] as const;
const schemes = ['light', 'dark'] as const;
const settleMs = 1000;

type Booth = { desk: Page; phone: Page; site: RunningApp; dir: string };

/** Pages that listen for news are never quiet for good. */
const settle = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle', { timeout: 4000 }).catch(() => undefined);
  await page.waitForTimeout(settleMs);
};

/** A room is shown as it stands in the window, and so is a phone held sideways; of the other pages the whole length. */
const shoot = async (booth: Booth, places: readonly Place[], wholePage = true): Promise<void> => {
  for (const { width, height, on } of sizes) {
    const page = booth[on];
    await page.setViewportSize({ width, height });
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      for (const [name, address] of places) {
        await page.goto(booth.site.url + address);
        await settle(page);
        const file = `${name}-${String(width)}-${colorScheme}.png`;
        await page.screenshot({
          path: path.join(booth.dir, file),
          fullPage: wholePage && height > width / 2,
        });
        console.log(file);
      }
    }
  }
};

const shootAll = async (browser: Browser, site: RunningApp, dir: string): Promise<void> => {
  const desk = await browser.newContext();
  const phone = await browser.newContext({ isMobile: true, hasTouch: true });
  const booth = { desk: await desk.newPage(), phone: await phone.newPage(), site, dir };
  await shoot(booth, publicPages);
  await booth.desk.goto(site.ownerLink);
  await phone.addCookies(await desk.cookies());
  await shoot(booth, emptyPages);
  const db = openTestDb(site.databaseUrl);
  const { batchPath } = await furnishLibrary(db);
  await db.$disconnect();
  const { room, setlistRoom, setlist } = await addScreenshotSongs(site);
  await shoot(booth, [...ownPages, ['batch', batchPath], ['setlist', setlist]]);
  await shoot(
    booth,
    [
      ['room', room],
      ['setlist-room', setlistRoom],
    ],
    false,
  );
};

const dir = path.resolve(process.argv[2] ?? '.data/screenshots');
await mkdir(dir, { recursive: true });
// Nothing is split meanwhile: songs stay as far as they are shown.
const app = await startApp({ withWorker: false, withEngine: false });
const browser = await launchChromium();
try {
  await shootAll(browser, app, dir);
  console.log(`The pictures are in ${dir}.`);
} finally {
  await browser.close();
  await app.stop();
}
