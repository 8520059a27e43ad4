// The songs of a setlist follow each other on the frame: the second one's first sample comes right after the first one's last.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { launchChromium } from '../../support/chromium.ts';
import type { SetlistLab } from './setlist.page.ts';
import { bundlePage } from './support/browser-page.ts';
import { serveSongs } from './support/song-server.ts';
import { makeSong, type TestSong } from './support/test-songs.ts';

declare global {
  // oxlint-disable-next-line no-var -- the page's global, declared for evaluate()
  var setlistLab: SetlistLab;
}

let songs: Record<string, TestSong>;
let page: Page;
let close: () => Promise<void>;

const shared = (name: string, { sampleCount, stems }: TestSong) => ({
  id: name,
  share_id: name,
  name,
  status: 'done',
  sample_count: sampleCount,
  stems: stems.map((stem, index) => ({
    name: stem.name,
    mp3_url: `/song/${name}/${String(index)}.mp3`,
    silent: false,
  })),
  analysis: null,
});

before(async () => {
  // Lengths that are no whole number of frames of the encoding, nor of blocks of the output.
  songs = {
    first: await makeSong(6.123, 1),
    second: await makeSong(5.017, 1),
    third: await makeSong(4.5, 1),
  };
  const bundle = await bundlePage(new URL('setlist.page.ts', import.meta.url));
  const server = await serveSongs(bundle, songs, ({ url = '' }, response) => {
    const name = /^\/share\/(\w+)[.]json$/.exec(url)?.[1];
    const song = name === undefined ? undefined : songs[name];
    if (name === undefined || !song) return false;
    response.end(JSON.stringify(shared(name, song)));
    return true;
  });
  const browser = await launchChromium();
  page = await browser.newPage();
  await page.goto(server.url);
  close = async () => {
    await browser.close();
    await server.close();
  };
});
after(() => close());

test('three songs are heard as one piece of sound, without a sample too many or too few', async () => {
  const names = Object.keys(songs);
  const heard = await page.evaluate((order) => globalThis.setlistLab.playThrough(order), names);
  assert.deepEqual(
    heard.lengths,
    names.map((name) => songs[name]?.sampleCount),
  );
  assert.deepEqual(heard.opened, names);
  assert.equal(heard.different, 0);
});
