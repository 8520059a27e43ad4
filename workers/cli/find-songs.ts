// The songs that a person means: files as they are, folders with everything in them that has the name of a song.
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

const songExtensions = new Set(
  'mp3 wav wave flac ogg oga opus m4a m4b mp4 aac wma aif aiff w64 rf64 caf'
    .split(' ')
    .map((name) => `.${name}`),
);

export class NoSuchSong extends Error {
  override readonly name = 'NoSuchSong';
}

export interface FoundSong {
  file: string;
  /** Folder name for its stems, unique among the songs found. */
  name: string;
}

const filesOf = async (place: string): Promise<string[]> => {
  const about = await stat(place).catch(() => null);
  if (!about) throw new NoSuchSong(`There is no file or folder ${place}.`);
  if (!about.isDirectory()) return [place];
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  const songs = entries
    .filter((entry) => entry.isFile() && songExtensions.has(path.extname(entry.name).toLowerCase()))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted((a, b) => a.localeCompare(b));
  if (songs.length === 0) throw new NoSuchSong(`There is no song in the folder ${place}.`);
  return songs;
};

export const findSongs = async (places: readonly string[]): Promise<FoundSong[]> => {
  const files: string[] = [];
  for (const place of places) files.push(...(await filesOf(place)));
  const taken = new Set<string>();
  return [...new Set(files)].map((file) => {
    const base = path.parse(file).name || 'song';
    let name = base;
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${base} (${number})`;
    taken.add(name.toLowerCase());
    return { file, name };
  });
};
