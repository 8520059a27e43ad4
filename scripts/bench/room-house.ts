// A running site with a song of known length in it, and a browser whose pages have ears.
import type { Browser, Page } from 'playwright-core';
import { bundlePage } from '../../tests/e2e/player/support/browser-page.ts';
import { makeLongSong } from '../../tests/e2e/player/support/test-songs.ts';
import { createTestAccount, openTestDb } from '../../tests/support/accounts.ts';
import { type RunningApp, startApp } from '../../tests/support/app-server.ts';
import { launchChromium } from '../../tests/support/chromium.ts';
import { addFinishedSong } from '../../tests/support/finished-song.ts';
import type { Ears } from './page-ears.ts';

declare global {
  // oxlint-disable-next-line no-var -- the page's global, declared for evaluate()
  var ears: Ears;
}

export type RoomHouse = {
  browser: Browser;
  /** Adds a song of six stems and answers its address. */
  addSong: (seconds: number) => Promise<string>;
  /** A room that has loaded everything it loads by itself. */
  open: (address: string) => Promise<Page>;
  close: () => Promise<void>;
};

const addSong = async (app: RunningApp, seconds: number): Promise<string> => {
  const db = openTestDb(app.databaseUrl);
  try {
    const { id } = await createTestAccount(db);
    const song = await makeLongSong(seconds, 6);
    const stems = song.stems.map(({ name, mp3, peaks }) => ({
      name: name as 'vocals',
      files: { mp3, peaks },
    }));
    const { sampleCount } = song;
    const wish = { accountId: id, name: 'Bench', model: 'full' as const, sampleCount, stems };
    const { shareId } = await addFinishedSong({ db, app }, wish);
    return `${app.url}/s/${shareId}`;
  } finally {
    await db.$disconnect();
  }
};

export const openRoomHouse = async (): Promise<RoomHouse> => {
  const { script } = await bundlePage(new URL('page-ears.ts', import.meta.url));
  const app = await startApp({ withWorker: false, withEngine: false });
  const browser = await launchChromium();
  return {
    browser,
    addSong: (seconds) => addSong(app, seconds),
    open: async (address) => {
      const page = await browser.newPage();
      await page.addInitScript({ content: script });
      await page.goto(address);
      await page.locator('canvas').first().waitFor();
      await page.waitForLoadState('networkidle');
      // The machine's sound output is asked for when everything else is there.
      await page.waitForTimeout(1000);
      return page;
    },
    close: async () => {
      await browser.close();
      await app.stop();
    },
  };
};
