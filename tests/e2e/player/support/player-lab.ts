// Opens the player's test page in Chromium with a song on a loopback server, and closes everything again.
import type { Page } from 'playwright-core';
import type { Lab } from '../player.page.ts';
import { launchChromium } from '../../../support/chromium.ts';
import { bundlePage } from './browser-page.ts';
import { serveSongs } from './song-server.ts';
import type { TestSong } from './test-songs.ts';

declare global {
  // oxlint-disable-next-line no-var -- the page's global, declared for evaluate()
  var lab: Lab;
}

export async function openLab(songs: Readonly<Record<string, TestSong>>) {
  const bundle = await bundlePage(new URL('../player.page.ts', import.meta.url));
  const server = await serveSongs(bundle, songs);
  const browser = await launchChromium();
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('net::ERR')) errors.push(message.text());
  });
  await page.goto(server.url);
  return {
    page,
    server,
    errors,
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}

/** Opens a song in the page, on tape and with its whole decodes beside it. */
export async function openSong(page: Page, name: string, song: TestSong): Promise<void> {
  const opening = {
    song: name,
    sampleCount: song.sampleCount,
    stems: song.stems.map(({ name: stem }) => stem),
  };
  await page.evaluate(async (wish) => {
    globalThis.lab.open(wish);
    await globalThis.lab.record();
    await globalThis.lab.loadReference(wish.song, wish.stems.length);
  }, opening);
}
