// `npm run bench -- room`: the practice room in a real browser: script of the first load, first sound, seeks, long tasks, memory.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadScripts, sumOfBytes } from '../../tests/support/first-load.ts';
import { openRoomHouse, type RoomHouse } from './room-house.ts';
import { measureHeld, measureLooping } from './room-memory.ts';
import { measureSound } from './room-sound.ts';

const usage = `npm run bench -- room [--minutes N] [--only script,sound,held,loop]

  --minutes N   how long to loop for the growth of memory (default: 1)
  --only WHICH  only these figures
`;

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

const measureScript = async (house: RoomHouse): Promise<void> => {
  const scripts = await loadScripts(house.browser, await house.addSong(30), 'canvas');
  const build = JSON.parse(readFileSync('.next/build-manifest.json', 'utf8')) as { rootMainFiles: string[] };
  const floor = new Set(build.rootMainFiles.map((file) => `/_next/${file}`));
  const first = sumOfBytes(scripts.filter(({ isFirst }) => isFirst));
  const frame = sumOfBytes(scripts.filter(({ path }) => floor.has(path)));
  const later = sumOfBytes(scripts.filter(({ isFirst }) => !isFirst));
  console.log(
    `script of the first load, gzipped: ${kilobytes(first)} (150 allowed; Next and React alone: ${kilobytes(frame)}); the engine and the waves come after it: ${kilobytes(later)}`,
  );
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
  const which = (values.only ?? 'script,sound,held,loop').split(',');
  const house = await openRoomHouse();
  try {
    if (which.includes('script')) await measureScript(house);
    if (which.includes('sound')) await measureSound(house);
    if (which.includes('held')) for (const minutes of [10, 60]) await measureHeld(house, minutes);
    if (which.includes('loop')) await measureLooping(house, Number(values.minutes ?? 1));
  } finally {
    await house.close();
  }
}
