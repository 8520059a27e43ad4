// GET over the public web only: every address of every hop is vetted, connected to exactly, and bounded in time.
import { lookup as dnsLookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { FetchRefused } from './ingest.ts';
import type { AddressPolicy } from './public-address.ts';
import { privateLink, vetLink } from './vet-link.ts';

type FetchTimes = { connectMs: number; headersMs: number; bodyIdleMs: number };
const fetchTimes: FetchTimes = { connectMs: 10_000, headersMs: 20_000, bodyIdleMs: 30_000 };

export type GuardOptions = {
  allows: AddressPolicy;
  userAgent: string;
  times?: FetchTimes;
  /** Tests stand in for the name service. */
  resolve?: (hostname: string) => Promise<LookupAddress[]>;
  /** Tests stand in for services: these hosts are dialled at a port of this machine, perhaps vouched for by another authority. */
  standIn?: { hosts: readonly string[]; port: number; ca?: string };
};

export type Opened = {
  url: URL;
  headers: Dispatcher.ResponseData['headers'];
  body: Dispatcher.ResponseData['body'];
  /** To be called on every way out. */
  close: () => Promise<void>;
};
type OpenOptions = { signal: AbortSignal; maxRedirects: number; accept: string };
export type GuardedFetch = (start: URL, options: OpenOptions) => Promise<Opened>;

class AddressRefused extends Error {}

const resolveAll = (hostname: string): Promise<LookupAddress[]> =>
  dnsLookup(hostname, { all: true, verbatim: true });

/** One bad address refuses the name: which one would be used is the other side's choice. */
const guardedLookup = ({ allows, resolve = resolveAll }: GuardOptions): LookupFunction =>
  callbackify(async (hostname: string): Promise<LookupAddress[]> => {
    const addresses = await resolve(hostname);
    if (addresses.length === 0 || !addresses.every(({ address }) => allows(address))) {
      throw new AddressRefused(hostname);
    }
    return addresses;
  }) as unknown as LookupFunction;

const loopback = '127.0.0.1';

const createConnector = (guard: GuardOptions, times: FetchTimes): buildConnector.connector => {
  const { standIn } = guard;
  // With autoSelectFamily Node asks for all addresses at once, the only question the lookup answers.
  const options = { lookup: guardedLookup(guard), timeout: times.connectMs, autoSelectFamily: true };
  const usual = buildConnector({ ...options });
  const replaced = standIn?.ca === undefined ? usual : buildConnector({ ...options, ca: standIn.ca });
  return (target, callback) => {
    const isReplaced = standIn?.hosts.includes(target.hostname) === true;
    const place = isReplaced
      ? { ...target, hostname: loopback, servername: target.hostname, port: String(standIn.port) }
      : target;
    (isReplaced ? replaced : usual)(place, (...result) => {
      const [error, socket] = result;
      // Whatever the name service said: the other end of the socket is what counts.
      if (!error && socket.remoteAddress !== undefined && !guard.allows(socket.remoteAddress)) {
        socket.destroy();
        callback(new AddressRefused(target.hostname), null);
        return;
      }
      callback(...result);
    });
  };
};

const unreachable = (url: URL, cause: unknown): FetchRefused => {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const failed = (message: string, isTransient: boolean): FetchRefused =>
    new FetchRefused('fetch_failed', message, { isTransient, cause });
  if (cause instanceof AddressRefused) return privateLink();
  if (code === 'ENOTFOUND') return failed(`There is no site ${url.hostname}. Check the link.`, false);
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|TLS/.test(code)) {
    return failed(`The certificate of ${url.hostname} is not valid, so nothing was downloaded.`, false);
  }
  if (/TIMEOUT|TIMEDOUT/.test(code))
    return failed(`${url.hostname} did not answer in time. Try again later.`, true);
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return failed(`${url.hostname} answered with too long headers.`, false);
  return failed(`${url.hostname} could not be reached or broke off. Try again later.`, true);
};

/** An error of undici or the network, told to the musician; what the caller aborted is left as it is. */
export const asRefusal = (error: unknown, url: URL, signal: AbortSignal): unknown => {
  if (error instanceof FetchRefused) return error;
  return signal.aborted ? signal.reason : unreachable(url, error);
};

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

const statusRefusal = (status: number, url: URL): FetchRefused | null => {
  const refused = (message: string, isTransient: boolean): FetchRefused =>
    new FetchRefused('fetch_failed', message, { isTransient });
  if (status === 200) return null;
  if (status === 401 || status === 403) {
    return new FetchRefused(
      'url_not_public',
      `${url.hostname} does not hand the file to everybody. Share it with “anyone with the link”.`,
    );
  }
  if (status === 404 || status === 410)
    return refused(`There is no file at this link of ${url.hostname}.`, false);
  const isTransient = status === 429 || status >= 500;
  return refused(`${url.hostname} answered with an error (${status}). Try again later.`, isTransient);
};

const nextHop = (from: URL, location: string | string[] | undefined, allows: AddressPolicy): URL => {
  const target = [location ?? ''].flat()[0] ?? '';
  if (target === '' || !URL.canParse(target, from.href)) {
    throw new FetchRefused('fetch_failed', `${from.hostname} redirects to nowhere.`);
  }
  const next = vetLink(new URL(target, from), allows);
  if (from.protocol === 'https:' && next.protocol === 'http:') {
    throw new FetchRefused('url_not_public', 'The link leads from a secure page to an insecure one.');
  }
  return next;
};

export const createGuardedFetch = (guard: GuardOptions): GuardedFetch => {
  const times = guard.times ?? fetchTimes;
  const connect = createConnector(guard, times);

  const hop = async (url: URL, { signal, accept }: OpenOptions): Promise<Opened & { status: number }> => {
    const agent = new Agent({
      connect,
      headersTimeout: times.headersMs,
      bodyTimeout: times.bodyIdleMs,
      maxHeaderSize: 16_384,
    });
    const close = (): Promise<void> => agent.destroy();
    try {
      const answer = await agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'GET',
        headers: { accept, 'accept-encoding': 'identity', 'user-agent': guard.userAgent },
        signal,
      });
      // Destroying the agent ends bodies that nobody reads; that is no error of anybody's.
      answer.body.on('error', () => {});
      return { url, status: answer.statusCode, headers: answer.headers, body: answer.body, close };
    } catch (error) {
      await close();
      throw asRefusal(error, url, signal);
    }
  };

  return async (start, options) => {
    let url = vetLink(start, guard.allows);
    for (let redirects = 0; redirects <= options.maxRedirects; redirects += 1) {
      const opened = await hop(url, options);
      try {
        if (!isRedirect(opened.status)) {
          const refusal = statusRefusal(opened.status, url);
          if (refusal) throw refusal;
          return opened;
        }
        url = nextHop(url, opened.headers['location'], guard.allows);
      } catch (error) {
        await opened.close();
        throw error;
      }
      await opened.close();
    }
    throw new FetchRefused('fetch_failed', 'The link redirects too often. Use the link of the file itself.');
  };
};
