// Every environment variable in words, for the self-hosting guide. The type makes a variable without words an error.
import { type Env, readEnv } from '../env.ts';

type Setting = {
  /** Null for what no operator sets. */
  what: string | null;
  /** Where the value in server/env.ts does not say it as people write it. */
  byDefault?: string;
};

const made = 'made once, in `DATA_DIR/secrets.json`';

const settings: Readonly<Record<keyof Env, Setting>> = {
  NODE_ENV: { what: null },
  PORT: { what: 'where the site listens; without it, the next free port from here on is taken' },
  HOST: { what: 'the address it listens at; `0.0.0.0` for all' },
  SITE_URL: {
    what: 'the address people use; every link is built from it, never from request headers',
    byDefault: '`http://localhost:PORT`',
  },
  APP_INTERNAL_URL: {
    what: 'where workers report to, when they cannot use `SITE_URL`',
    byDefault: 'this machine’s loopback address',
  },
  DATA_DIR: { what: 'everything that is written; one folder per installation', byDefault: '`.data`' },
  DATABASE_URL: { what: 'a Postgres of yours (`postgresql://…`)', byDefault: 'an embedded Postgres' },
  DATABASE_POOL: { what: 'database connections of a web process' },
  SESSION_SECRET: { what: 'protects sessions and sign-in links; at least 32 characters', byDefault: made },
  FILE_KEY_SECRET: { what: 'the key behind every file link; at least 32 characters', byDefault: made },
  WORKER_SECRET: { what: 'what app and workers know each other by; at least 32 characters', byDefault: made },
  WORKER_URLS: { what: 'workers elsewhere, separated by commas', byDefault: 'one local worker' },
  STORAGE: { what: 'where files are kept: `local`, `s3` or `vercel-blob`' },
  BLOB_READ_WRITE_TOKEN: { what: 'with `STORAGE=vercel-blob`' },
  S3_ENDPOINT: { what: 'with `STORAGE=s3`' },
  S3_BUCKET: { what: 'with `STORAGE=s3`' },
  S3_REGION: { what: 'with `STORAGE=s3`' },
  S3_ACCESS_KEY_ID: { what: 'with `STORAGE=s3`' },
  S3_SECRET_ACCESS_KEY: { what: 'with `STORAGE=s3`' },
  INNGEST_BASE_URL: { what: 'an Inngest of yours, or `https://inn.gs`', byDefault: 'the embedded engine' },
  INNGEST_EVENT_KEY: { what: 'its event key', byDefault: made },
  INNGEST_SIGNING_KEY: { what: 'its signing key', byDefault: made },
  SMTP_URL: {
    what: '`smtp://` or `smtps://`, for sign-in links',
    byDefault: 'mail is laid in `DATA_DIR/outbox/`',
  },
  MAIL_FROM: { what: 'the sender of mails' },
  GITHUB_ID: { what: 'sign-in with GitHub; set both' },
  GITHUB_SECRET: { what: 'sign-in with GitHub; set both' },
  GOOGLE_ID: { what: 'sign-in with Google; set both' },
  GOOGLE_SECRET: { what: 'sign-in with Google; set both' },
  OWNER_EMAIL: { what: 'the account of the link that `npm start` prints; it is on Pro' },
  FREE_SPLITS_PER_MONTH: { what: 'monthly songs on Free' },
  PRO_SPLITS_PER_MONTH: { what: 'monthly songs on Pro' },
  CHECKOUT_URL: { what: 'where the pricing page sends people who want more' },
  OPERATOR_NAME: { what: 'who runs this site, for the privacy and terms pages' },
  OPERATOR_CONTACT: { what: 'how to reach them: an e-mail address or a web address' },
  MAX_DURATION_SECONDS: { what: 'the longest song' },
  FETCH_ALLOW_CIDRS: { what: 'private networks that song links may point to, separated by commas' },
  FETCH_STAND_IN_HOSTS: { what: null },
  FETCH_STAND_IN_PORT: { what: null },
  TRUSTED_PROXIES: { what: 'how many proxies’ `X-Forwarded-For` is believed' },
};

/** What must be there before anything can be read; each of these has its default in words. */
const bare = {
  DATABASE_URL: 'postgresql://x',
  SESSION_SECRET: 'x'.repeat(32),
  FILE_KEY_SECRET: 'x'.repeat(32),
  WORKER_SECRET: 'x'.repeat(32),
  INNGEST_EVENT_KEY: 'x'.repeat(8),
  INNGEST_SIGNING_KEY: 'x'.repeat(8),
};

const shownDefault = (value: unknown): string => {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'none';
  return `\`${String(value as string | number)}\``;
};

export const settingsTable = (): string => {
  const defaults = readEnv(bare);
  const rows = (Object.entries(settings) as [keyof Env, Setting][]).flatMap(([name, { what, byDefault }]) =>
    what === null ? [] : [`| \`${name}\` | ${byDefault ?? shownDefault(defaults[name])} | ${what} |`],
  );
  return ['| Variable | Default | What |', '|---|---|---|', ...rows].join('\n');
};
