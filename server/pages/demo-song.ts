// The song of the home page's demo room, when the build could make it.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SharedSong } from '../contract/share.ts';

let read: Promise<SharedSong | null> | null = null;

const readSong = async (): Promise<SharedSong | null> => {
  try {
    const file = path.join(/* turbopackIgnore: true */ process.cwd(), 'public/demo/song.json');
    return JSON.parse(await readFile(file, 'utf8')) as SharedSong;
  } catch {
    return null;
  }
};

/** Read once a process: it is made before the site starts. */
export const demoSong = (): Promise<SharedSong | null> => {
  read ??= readSong();
  return read;
};
