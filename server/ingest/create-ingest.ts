// Fetches songs from the links people give: share links made direct, guarded, bounded, retried while nothing was read.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Env } from '../env.ts';
import { dispositionName } from './disposition-name.ts';
import { readDownloadForm } from './drive-page.ts';
import {
  asRefusal,
  createGuardedFetch,
  type GuardedFetch,
  type GuardOptions,
  type Opened,
} from './guarded-fetch.ts';
import { FetchRefused, type Ingest } from './ingest.ts';
import { createAddressPolicy } from './public-address.ts';
import { type DirectLink, toDirectLink } from './share-links.ts';
import { passSong, songTooLarge } from './song-body.ts';
import { vetLink } from './vet-link.ts';

type IngestOptions = Pick<GuardOptions, 'resolve' | 'standIn' | 'times'> & {
  totalMs?: number;
  retryAfterMs?: readonly number[];
};

const defaultTotalMs = 15 * 60_000;
const defaultRetryAfterMs = [1_000, 4_000];
const maxRedirects = 5;
const pageBytes = 1024 * 1024;
const songTypes = 'audio/*, application/octet-stream;q=0.9, */*;q=0.5';

const isPage = (opened: Opened): boolean =>
  /^text\/html\b/i.test([opened.headers['content-type'] ?? ''].flat()[0] ?? '');

const notShared = (service: 'dropbox' | 'google-drive'): FetchRefused => {
  const name = service === 'dropbox' ? 'Dropbox' : 'Google Drive';
  return new FetchRefused(
    'url_not_public',
    `${name} does not hand this file to everybody. Share it with “anyone with the link” and try again.`,
  );
};

const readText = async (opened: Opened, maxBytes: number): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of opened.body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes)
      throw new FetchRefused('file_too_large', `${opened.url.hostname} answered with more than expected.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

type Opening = { fetch: GuardedFetch; signal: AbortSignal };

/** Instead of a large file Google Drive shows a page with a form; it is sent once. */
const openLink = async ({ fetch, signal }: Opening, link: DirectLink): Promise<Opened> => {
  const options = { signal, maxRedirects, accept: songTypes };
  const opened = await fetch(link.url, options);
  if (link.service === null || !isPage(opened)) return opened;
  let form: URL | null = null;
  try {
    if (link.service === 'google-drive')
      form = readDownloadForm(await readText(opened, pageBytes), opened.url);
  } catch (error) {
    throw asRefusal(error, opened.url, signal);
  } finally {
    await opened.close();
  }
  if (!form) throw notShared(link.service);
  const second = await fetch(form, options);
  if (!isPage(second)) return second;
  await second.close();
  throw notShared(link.service);
};

const checkHeaders = (opened: Opened, maxBytes: number): void => {
  const encoding = [opened.headers['content-encoding'] ?? 'identity'].flat().join(',');
  if (!/^(identity)?$/i.test(encoding.trim())) {
    throw new FetchRefused(
      'fetch_failed',
      `${opened.url.hostname} sent the file compressed, which was not asked for.`,
    );
  }
  if (Number(opened.headers['content-length'] ?? 0) > maxBytes) throw songTooLarge(maxBytes);
};

/** Until a byte was handed on, an answer that may be better in a moment is asked for again. */
const retried = async <T>(
  waits: readonly number[],
  signal: AbortSignal,
  attempt: () => Promise<T>,
): Promise<T> => {
  for (const wait of waits) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof FetchRefused) || !error.isTransient) throw error;
      await sleep(wait, undefined, { signal });
    }
  }
  return attempt();
};

const tookTooLong = (): FetchRefused =>
  new FetchRefused('fetch_failed', 'The download took too long and was stopped. Try another link.', {
    isTransient: true,
  });

type IngestEnv = Pick<Env, 'FETCH_ALLOW_CIDRS' | 'SITE_URL'> &
  Partial<Pick<Env, 'FETCH_STAND_IN_HOSTS' | 'FETCH_STAND_IN_PORT'>>;

const standInOf = ({ FETCH_STAND_IN_HOSTS: hosts = [], FETCH_STAND_IN_PORT: port }: IngestEnv) =>
  port === undefined ? {} : { standIn: { hosts, port } };

export const createIngest = (env: IngestEnv, options: IngestOptions = {}): Ingest => {
  const { totalMs = defaultTotalMs, retryAfterMs = defaultRetryAfterMs, ...reach } = options;
  const allows = createAddressPolicy(env.FETCH_ALLOW_CIDRS);
  const userAgent = `Partbook/1.0 (+${env.SITE_URL})`;
  const fetch = createGuardedFetch({ allows, userAgent, ...standInOf(env), ...reach });

  /** Runs with a deadline of its own; the caller's abort stays the caller's error. */
  const bounded = async <T>(outer: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const deadline = AbortSignal.timeout(totalMs);
    try {
      return await work(AbortSignal.any([outer, deadline]));
    } catch (error) {
      if (outer.aborted) throw outer.reason;
      throw deadline.aborted ? tookTooLong() : error;
    }
  };

  return {
    refusalOf(audioUrl) {
      try {
        toDirectLink(vetLink(audioUrl, allows));
        return null;
      } catch (error) {
        if (error instanceof FetchRefused) return error.message;
        throw error;
      }
    },
    fetchSong: (audioUrl, { maxBytes, signal: outer, sink }) =>
      bounded(outer, async (signal) => {
        const link = toDirectLink(vetLink(audioUrl, allows));
        const opened = await retried(retryAfterMs, signal, () => openLink({ fetch, signal }, link));
        try {
          checkHeaders(opened, maxBytes);
          const refusal = (error: unknown): unknown => asRefusal(error, opened.url, signal);
          const bytes = await passSong(opened.body, { maxBytes, asRefusal: refusal }, sink);
          return { bytes, filename: dispositionName(opened.headers['content-disposition']) };
        } finally {
          await opened.close();
        }
      }),
    fetchDocument: (address, { maxBytes, signal: outer }) =>
      bounded(outer, async (signal) => {
        const url = vetLink(address, allows);
        if (url.protocol !== 'https:')
          throw new FetchRefused('url_not_public', 'Only https addresses work here.');
        const opened = await fetch(url, { signal, maxRedirects: 0, accept: 'application/json' });
        try {
          checkHeaders(opened, maxBytes);
          return await readText(opened, maxBytes);
        } catch (error) {
          throw asRefusal(error, url, signal);
        } finally {
          await opened.close();
        }
      }),
  };
};
