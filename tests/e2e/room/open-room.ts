// Opens the room's test page on a band of known stems, and answers what the room asks its server.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '../../support/chromium.ts';
import { bundlePage } from '../player/support/browser-page.ts';
import { serveSongs, type SongServer } from '../player/support/song-server.ts';
import { makeBand, sharedBand } from '../player/support/test-band.ts';
import type { TestSong } from '../player/support/test-songs.ts';

export interface RoomHouse {
  browser: Browser;
  server: SongServer;
  band: TestSong;
  /** What the server says of the song from now on; `null` for a dead link. */
  tell: (changes: Record<string, unknown> | null) => void;
  open: (fragment?: string, options?: BrowserContextOptions) => Promise<Page>;
  errors: string[];
  close: () => Promise<void>;
}

export async function openRoomHouse(seconds: number): Promise<RoomHouse> {
  const band = await makeBand(seconds);
  const bundle = await bundlePage(new URL('room.page.tsx', import.meta.url));
  let changes: Record<string, unknown> | null = {};
  const errors: string[] = [];
  const server = await serveSongs(bundle, { band }, ({ url = '' }, response) => {
    if (url === '/song.json' || url === '/share/band.json') {
      if (changes === null) response.writeHead(410).end('{}');
      else response.end(JSON.stringify(sharedBand(band, changes)));
      return true;
    }
    if (!url.startsWith('/share/band/')) return false;
    // No events here: the room must fall back to asking.
    response.writeHead(503).end();
    return true;
  });
  const browser = await launchChromium();
  return {
    browser,
    server,
    band,
    errors,
    tell: (next) => {
      changes = next;
    },
    open: async (fragment = '', options = {}) => {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      page.on('pageerror', (error) => errors.push(String(error)));
      await page.goto(server.url + fragment);
      await page.waitForSelector('h1');
      return page;
    },
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}
