// Every environment variable of the service, validated once; a wrong one is named with what it should be.
import path from 'node:path';
import { z } from 'zod';
import { defaultSplitsPerMonth } from './contract/plans.ts';

const secret = z.string().min(32, 'must be at least 32 characters');
const integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
const list = z.string().transform((text) =>
  text
    .split(/[\s,]+/)
    .map((entry) => entry.replace(/\/+$/, ''))
    .filter((entry) => entry !== ''),
);

const variables = z.object({
  NODE_ENV: z.string().default('production'),
  PORT: integer(0, 65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  SITE_URL: httpUrl.optional(),
  /** Where workers reach this process; the site's own address need not be reachable from inside. */
  APP_INTERNAL_URL: httpUrl.optional(),
  DATA_DIR: z
    .string()
    .default('.data')
    .transform((dir) => path.resolve(dir)),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL: integer(2, 200).default(12),
  SESSION_SECRET: secret,
  FILE_KEY_SECRET: secret,
  WORKER_SECRET: secret,
  WORKER_URLS: list.pipe(z.array(z.url())).default([]),
  STORAGE: z.enum(['local', 'vercel-blob', 's3']).default('local'),
  BLOB_READ_WRITE_TOKEN: z.string().optional(),
  S3_ENDPOINT: z.url().optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('auto'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  INNGEST_BASE_URL: httpUrl.optional(),
  INNGEST_EVENT_KEY: z.string().min(8),
  INNGEST_SIGNING_KEY: z.string().min(8),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default('Partbook <partbook@localhost>'),
  GITHUB_ID: z.string().optional(),
  GITHUB_SECRET: z.string().optional(),
  GOOGLE_ID: z.string().optional(),
  GOOGLE_SECRET: z.string().optional(),
  OWNER_EMAIL: z.email().default('owner@localhost.localdomain'),
  FREE_SPLITS_PER_MONTH: integer(0, 1_000_000).default(defaultSplitsPerMonth.free),
  PRO_SPLITS_PER_MONTH: integer(0, 1_000_000).default(defaultSplitsPerMonth.pro),
  CHECKOUT_URL: httpUrl.optional(),
  OPERATOR_NAME: z.string().trim().min(1).max(200).optional(),
  OPERATOR_CONTACT: z
    .union([z.email(), httpUrl], { error: 'must be an e-mail address or an http(s) address' })
    .optional(),
  MAX_DURATION_SECONDS: integer(1, 86_400).default(3600),
  /** Private networks that song links may point to; empty means none. */
  FETCH_ALLOW_CIDRS: list.default([]),
  /** For tests of a whole installation: these hosts are dialled at this loopback port, under every guard as before. */
  FETCH_STAND_IN_HOSTS: list.default([]),
  FETCH_STAND_IN_PORT: integer(1, 65535).optional(),
  /** Proxies in front of the site whose X-Forwarded-For is believed; 0 means none. */
  TRUSTED_PROXIES: integer(0, 10).default(0),
});

const together: [keyof z.infer<typeof variables>, ...(keyof z.infer<typeof variables>)[]][] = [
  ['GITHUB_ID', 'GITHUB_SECRET'],
  ['GOOGLE_ID', 'GOOGLE_SECRET'],
];
const requiredByStorage = {
  local: [],
  'vercel-blob': ['BLOB_READ_WRITE_TOKEN'],
  s3: ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
} as const;

export type Env = Omit<z.infer<typeof variables>, 'SITE_URL' | 'APP_INTERNAL_URL'> & {
  SITE_URL: string;
  APP_INTERNAL_URL: string;
};

export class EnvError extends Error {}

const isLoopback = (siteUrl: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(siteUrl).hostname);

/** A site that others can reach must fetch from the real services. */
const wrongStandIn = (data: z.infer<typeof variables>): string[] => {
  const isSet = data.FETCH_STAND_IN_PORT !== undefined;
  if (isSet !== data.FETCH_STAND_IN_HOSTS.length > 0)
    return ['FETCH_STAND_IN_HOSTS and FETCH_STAND_IN_PORT: set both or neither'];
  if (!isSet || isLoopback(data.SITE_URL ?? 'http://localhost')) return [];
  return ['FETCH_STAND_IN_PORT: only for tests, where SITE_URL is a loopback address'];
};

export const readEnv = (source: Readonly<Record<string, string | undefined>> = process.env): Env => {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = variables.safeParse(given);
  const wrong: string[] = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  if (parsed.success) {
    for (const names of together) {
      const set = names.filter((name) => parsed.data[name] !== undefined);
      if (set.length === 1) wrong.push(`${names.join(' and ')}: set both or neither`);
    }
    for (const name of requiredByStorage[parsed.data.STORAGE]) {
      if (!parsed.data[name]) wrong.push(`${name}: needed when STORAGE=${parsed.data.STORAGE}`);
    }
    wrong.push(...wrongStandIn(parsed.data));
    if (wrong.length === 0) {
      return {
        ...parsed.data,
        SITE_URL: parsed.data.SITE_URL ?? `http://localhost:${parsed.data.PORT}`,
        APP_INTERNAL_URL: parsed.data.APP_INTERNAL_URL ?? `http://127.0.0.1:${parsed.data.PORT}`,
      };
    }
  }
  throw new EnvError(`These settings are not right:\n${wrong.map((line) => `  ${line}`).join('\n')}`);
};
