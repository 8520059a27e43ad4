// The Inngest SDK's client, the same for sending events and for serving the job functions.
import { Inngest } from 'inngest';
import type { Env } from '../env.ts';
import type { Log } from '../log.ts';

/** Inngest prefixes every function's id with this. */
const appId = 'partbook';

const requestMs = 3_000;

/** The cloud has one address for events and another for everything else: the SDK knows both. */
export const isInngestCloud = (baseUrl: string | undefined): boolean =>
  baseUrl === undefined || /(^|[.])(inn[.]gs|inngest[.]com)$/.test(new URL(baseUrl).hostname);

type ClientEnv = Pick<Env, 'INNGEST_BASE_URL' | 'INNGEST_EVENT_KEY' | 'INNGEST_SIGNING_KEY'>;

/** The SDK logs with the fields first or the words first. */
const linesTo = (log: Log) => {
  const line =
    (level: 'info' | 'warn' | 'error') =>
    (...parts: unknown[]): void => {
      const text = parts.find((part) => typeof part === 'string');
      const fields = parts.find((part) => typeof part === 'object' && part !== null);
      log[level]('inngest', { text, ...fields });
    };
  return { info: line('info'), warn: line('warn'), error: line('error'), debug: () => undefined };
};

/** Never development mode: in it, anybody may call the functions. */
export const createInngestClient = (env: ClientEnv, log: Log): Inngest =>
  new Inngest({
    id: appId,
    isDev: false,
    aiMetadata: false,
    eventKey: env.INNGEST_EVENT_KEY,
    signingKey: env.INNGEST_SIGNING_KEY,
    ...(env.INNGEST_BASE_URL && !isInngestCloud(env.INNGEST_BASE_URL)
      ? { baseUrl: env.INNGEST_BASE_URL }
      : {}),
    logger: linesTo(log),
    fetch: (input: RequestInfo | URL, init?: RequestInit) =>
      fetch(input, { ...init, signal: AbortSignal.timeout(requestMs) }),
  });
