// `npm run bench -- room`: the practice room in a real browser: script of the first load, first sound, seeks, long tasks, memory.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { bundlePage } from '../../tests/e2e/player/support/browser-page.ts';
import { makeLongSong } from '../../tests/e2e/player/support/test-songs.ts';
import { createTestAccount, openTestDb } from '../../tests/support/accounts.ts';
import { type RunningApp, startApp } from '../../tests/support/app-server.ts';
import { launchChromium } from '../../tests/support/chromium.ts';
import { addFinishedSong } from '../../tests/support/finished-song.ts';
import { median } from './measure-rate.ts';
import type { Ears } from './page-ears.ts';

declare global {
  // oxlint-disable-next-line no-var -- the page's global, declared for evaluate()
  var ears: Ears;
}

const usage = `npm run bench -- room [--minutes N] [--only script,sound,memory]

  --minutes N   how long to loop for the memory figure (default: 1)
  --only WHICH  only these figures
`;

const songSeconds = 240;
const rounds = 7;
const seekShares = [0.7, 0.2, 0.9, 0.45, 0.6, 0.1, 0.8];

type House = { browser: Browser; address: string; mp3: string; ears: string };

const openHouse = async (app: RunningApp, browser: Browser): Promise<House> => {
  const db = openTestDb(app.databaseUrl);
  const { id } = await createTestAccount(db);
  const song = await makeLongSong(songSeconds, 6);
  const stems = song.stems.map(({ name, mp3, peaks }) => ({ name: name as 'vocals', files: { mp3, peaks } }));
  const { sampleCount } = song;
  const wish = { accountId: id, name: 'Bench', model: 'full' as const, sampleCount, stems };
  const { shareId } = await addFinishedSong({ db, app }, wish);
  await db.$disconnect();
  const told = await fetch(`${app.url}/share/${shareId}.json`);
  const shared = (await told.json()) as { stems: { mp3_url: string }[] };
  const { script } = await bundlePage(new URL('page-ears.ts', import.meta.url));
  return { browser, address: `${app.url}/s/${shareId}`, mp3: shared.stems[0]?.mp3_url ?? '', ears: script };
};

const openRoom = async ({ browser, address, ears }: House): Promise<Page> => {
  const page = await browser.newPage();
  await page.addInitScript({ content: ears });
  await page.goto(address);
  await page.locator('canvas').first().waitFor();
  await page.waitForLoadState('networkidle');
  return page;
};

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** What the document's own tags load, and what the page loads afterwards by itself, compressed as it was sent. */
const measureScript = async ({ browser, address }: House): Promise<void> => {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const scripts = new Map<string, string>();
  const bytes = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') scripts.set(requestId, new URL(response.url).pathname);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = scripts.get(requestId);
    if (path) bytes.set(path, encodedDataLength);
  });
  const html = await (await page.goto(address))?.text();
  await page.locator('canvas').first().waitFor();
  await page.waitForLoadState('networkidle');
  const tagged = new Set([...(html ?? '').matchAll(/<script[^>]* src="([^"?]+)/g)].map(([, src]) => src));
  const build = JSON.parse(readFileSync('.next/build-manifest.json', 'utf8')) as { rootMainFiles: string[] };
  const floor = new Set(build.rootMainFiles.map((file) => `/_next/${file}`));
  const sum = (wanted: (path: string) => boolean) =>
    [...bytes].reduce((total, [path, size]) => total + (wanted(path) ? size : 0), 0);
  const first = sum((path) => tagged.has(path));
  console.log(
    `script of the first load: ${kilobytes(first)} (Next and React alone: ${kilobytes(sum((path) => floor.has(path)))}); the engine and the waves come after it: ${kilobytes(sum((path) => !tagged.has(path)))}`,
  );
  await page.close();
};

const sayBeside = (what: string, ours: readonly number[], plain: readonly number[]): void => {
  const [mine, theirs] = [median(ours), median(plain)];
  const worst = Math.max(...ours);
  console.log(
    `${what}: ${mine.toFixed(0)} ms (worst ${worst.toFixed(0)}); one plain <audio> element: ${theirs.toFixed(0)} ms; ratio ${(mine / theirs).toFixed(2)}`,
  );
};

const clickAt = async (page: Page, share: number): Promise<void> => {
  const box = await page.locator('canvas').first().boundingBox();
  if (!box) throw new Error('no wave to click on');
  await page.mouse.click(box.x + box.width * share, box.y + box.height / 2);
};

const measureSound = async (house: House): Promise<void> => {
  const firsts: number[] = [];
  const seeks: number[] = [];
  const plain: { play: number; seek: number }[] = [];
  const tasks: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const page = await openRoom(house);
    plain.push(
      await page.evaluate(([url, to]) => globalThis.ears.plainAudio(url, to), [house.mp3, 150] as const),
    );
    // The ears listen before the click: a gap of a few milliseconds would be over before they could be asked.
    const first = page.evaluate(() => globalThis.ears.heard());
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    firsts.push(await first);
    await page.waitForTimeout(1500);
    await page.evaluate(() => globalThis.ears.longTasks());
    const again = page.evaluate(() => globalThis.ears.heardAgain());
    await clickAt(page, seekShares[round] ?? 0.5);
    seeks.push(await again);
    await page.waitForTimeout(3000);
    tasks.push(...(await page.evaluate(() => globalThis.ears.longTasks())));
    await page.close();
  }
  sayBeside(
    'first sound after the click',
    firsts,
    plain.map(({ play }) => play),
  );
  sayBeside(
    'sound after a seek to a place not loaded',
    seeks,
    plain.map(({ seek }) => seek),
  );
  console.log(
    `main-thread tasks over 50 ms while playing: ${String(tasks.length)} in ${String((rounds * 4.5).toFixed(0))} s`,
  );
};

const rendererBytes = async ({ browser }: House): Promise<number> => {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${String(id)}/smaps_rollup`, 'utf8'))?.[1])
    .reduce((sum, kib) => sum + Number(kib ?? 0) * 1024, 0);
};

/** The middle of some samples: garbage comes and goes. */
const steadyBytes = async (house: House, page: Page): Promise<number> => {
  const samples: number[] = [];
  for (let at = 0; at < 9; at += 1) {
    samples.push(await rendererBytes(house));
    await page.waitForTimeout(2000);
  }
  return median(samples);
};

const measureMemory = async (house: House, minutes: number): Promise<void> => {
  const page = await openRoom({ ...house, address: `${house.address}#t=12.3,31.7` });
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.evaluate(() => globalThis.ears.heard());
  await page.waitForTimeout(20_000);
  await page.evaluate(() => globalThis.ears.longTasks());
  const before = await steadyBytes(house, page);
  await page.waitForTimeout(minutes * 60_000);
  const after = await steadyBytes(house, page);
  const tasks = await page.evaluate(() => globalThis.ears.longTasks());
  console.log(
    `renderer looping for ${String(minutes)} min: ${(before / 1e6).toFixed(0)} → ${(after / 1e6).toFixed(0)} MB, ratio ${(after / before).toFixed(3)}; main-thread tasks over 50 ms: ${String(tasks.length)}`,
  );
  await page.close();
};

export default async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { minutes: { type: 'string' }, only: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const which = (values.only ?? 'script,sound,memory').split(',');
  const app = await startApp({ withWorker: false, withEngine: false });
  const browser = await launchChromium();
  try {
    const house = await openHouse(app, browser);
    if (which.includes('script')) await measureScript(house);
    if (which.includes('sound')) await measureSound(house);
    if (which.includes('memory')) await measureMemory(house, Number(values.minutes ?? 1));
  } finally {
    await browser.close();
    await app.stop();
  }
}
