// The name a song gets in the library when its owner chose none.
import { limits } from '../contract/limits.ts';

export const untitled = 'Untitled song';

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Contract, "Split": base name, decoded, extension dropped, `_` and `+` to spaces, trimmed, at most 200 characters. */
const nameFromPath = (path: string): string | null => {
  const base = decoded(path.split(/[/\\]/).at(-1) ?? '');
  const name = base
    .replace(/(?<=.)\.[A-Za-z0-9]{1,5}$/, '')
    .replace(/[_+]/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, limits.nameLength)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
  return name === '' ? null : name;
};

export const nameFromFile = (filename: string): string | null => nameFromPath(filename);

/** Their links end in “view” or “download”; the file's own name comes with the file. */
const namelessHosts = /^(drive|docs|drive\.usercontent)\.google\.com$/;

export const nameFromUrl = (address: string): string | null => {
  if (!URL.canParse(address)) return null;
  const { hostname, pathname } = new URL(address);
  return namelessHosts.test(hostname) ? null : nameFromPath(pathname);
};
