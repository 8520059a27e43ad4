// The form a link must have before anything is looked up: web, no password in it, a usual port, no private address.
import { isIP } from 'node:net';
import { FetchRefused } from './ingest.ts';
import type { AddressPolicy } from './public-address.ts';

const lowestFreePort = 1024;
const localNames = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)\.?$/i;

const refuse = (message: string): never => {
  throw new FetchRefused('url_not_public', message);
};

export const privateLink = (): FetchRefused =>
  new FetchRefused(
    'url_not_public',
    'The link leads to a private or local address. Use a link that everybody can open.',
  );

/** The URL parser has already turned decimal, octal, hexadecimal and short forms into plain ones. */
const literalAddress = (url: URL): string | null => {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) ? host : null;
};

export const vetLink = (link: string | URL, allows: AddressPolicy): URL => {
  if (!URL.canParse(link)) return refuse('This is not a link. Copy the whole address of the song.');
  const url = new URL(link);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('Only http and https links work.');
  if (url.username !== '' || url.password !== '') {
    return refuse('The link carries a user name or password. Use a public link without them.');
  }
  if (url.port !== '' && Number(url.port) < lowestFreePort) {
    return refuse('The link names a port that is not for the web. Use the usual link of the site.');
  }
  const literal = literalAddress(url);
  if (literal !== null && !allows(literal)) throw privateLink();
  if (literal === null && localNames.test(url.hostname) && !allows('127.0.0.1')) throw privateLink();
  return url;
};
