// Makes the secrets of an installation once and keeps them in DATA_DIR/secrets.json, readable by its owner alone.
import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const token = (): string => randomBytes(32).toString('base64url');

/** The name of each secret is that of the environment variable that can replace it. */
const makers = {
  SESSION_SECRET: token,
  FILE_KEY_SECRET: token,
  WORKER_SECRET: token,
  INNGEST_EVENT_KEY: token,
  /** Inngest's own form: it hashes what follows the prefix as hexadecimal. */
  INNGEST_SIGNING_KEY: (): string => `signkey-prod-${randomBytes(32).toString('hex')}`,
  POSTGRES_PASSWORD: token,
} as const;

export type Secrets = { [Name in keyof typeof makers]: string };

const read = (file: string): Partial<Secrets> => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${file} cannot be read (${why}). Restore it from a backup: sessions and keys depend on it.`,
      {
        cause: error,
      },
    );
  }
};

const writeAside = (file: string, secrets: Secrets): string => {
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true });
  return draft;
};

const complete = (known: Partial<Secrets>): Secrets => {
  const entries = Object.entries(makers).map(([name, make]) => [
    name,
    known[name as keyof Secrets] ?? make(),
  ]);
  return Object.fromEntries(entries) as Secrets;
};

/** Two processes that make the file at once end with the same secrets: the first link wins. */
const create = (file: string): void => {
  const draft = writeAside(file, complete({}));
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
};

export const readOrCreateSecrets = (dataDir: string): Secrets => {
  const file = path.join(dataDir, 'secrets.json');
  if (!existsSync(file)) {
    const database = path.join(dataDir, 'postgres', 'PG_VERSION');
    if (existsSync(database))
      throw new Error(`${file} is missing, but a database that needs it exists. Restore it from a backup.`);
    create(file);
  }
  chmodSync(file, 0o600);
  const known = read(file);
  const secrets = complete(known);
  // A newer version may need a secret that the file does not have yet.
  if (Object.keys(makers).some((name) => !(name in known))) renameSync(writeAside(file, secrets), file);
  return secrets;
};
