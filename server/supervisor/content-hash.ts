// One hash over the contents of files and folders, to tell whether something must be made again.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const filesBelow = (root: string, entry: string, skip: (file: string) => boolean): string[] => {
  const found = statSync(path.join(root, entry), { throwIfNoEntry: false });
  if (found === undefined || skip(entry)) return [];
  if (!found.isDirectory()) return [entry];
  return readdirSync(path.join(root, entry))
    .sort()
    .flatMap((name) => filesBelow(root, `${entry}/${name}`, skip));
};

/** Missing entries count as empty; `skip` sees paths relative to root, with forward slashes. */
export const contentHash = (
  root: string,
  entries: readonly string[],
  skip: (file: string) => boolean = () => false,
): string => {
  const hash = createHash('sha256');
  for (const file of entries.flatMap((entry) => filesBelow(root, entry, skip))) {
    const content = readFileSync(path.join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
};
