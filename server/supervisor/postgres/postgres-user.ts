// Decides as whom Postgres runs: it refuses to run as root, and must reach its files below folders only root may enter.
import { spawnSync } from 'node:child_process';
import { chownSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

const nobody = 65534;

/** How to start a Postgres program: words put before it, the ids it gets, and who must own its files. */
export type PostgresUser = {
  prefix: readonly string[];
  ids: { uid: number; gid: number } | Record<string, never>;
  owner: { uid: number; gid: number } | null;
};

const anybodyMayEnter = (folder: string): boolean => {
  for (let at = realpathSync(folder); ; at = path.dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
};

// Inside the namespace root appears as an ordinary user but still owns, and may enter, root's folders.
const unshare = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'] as const;
const canUnshare = (): boolean => {
  const [program, ...args] = unshare;
  return spawnSync(program, [...args, 'true'], { stdio: 'ignore', timeout: 10_000 }).status === 0;
};

/** `folders` are the places Postgres must reach: its programs and the parent of its data folder. */
export const choosePostgresUser = (folders: readonly string[]): PostgresUser => {
  if (process.getuid?.() !== 0) return { prefix: [], ids: {}, owner: null };
  const closed = folders.find((folder) => !anybodyMayEnter(folder));
  if (closed === undefined) {
    const ids = { uid: nobody, gid: nobody };
    return { prefix: [], ids, owner: ids };
  }
  if (canUnshare()) return { prefix: unshare, ids: {}, owner: { uid: 0, gid: 0 } };
  throw new Error(
    `Postgres cannot run as root, and ${closed} lies below a folder that only root may enter. ` +
      'Start Partbook as an ordinary user, move it and its DATA_DIR elsewhere, or set DATABASE_URL.',
  );
};

/** Gives the whole data folder to the user Postgres runs as, when a start before ran as somebody else. */
export const giveFolderTo = (folder: string, owner: PostgresUser['owner']): void => {
  if (owner === null || lstatSync(folder).uid === owner.uid) return;
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const entry of entries) chownSync(path.join(folder, entry), owner.uid, owner.gid);
  chownSync(folder, owner.uid, owner.gid);
};
