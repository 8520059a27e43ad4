// Signs and checks the addresses of the local store: path, right, limits and expiry under one HMAC.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { StorageLinkRefused } from './storage.ts';

const storageRoute = '/storage/';

/** Every right has its own fields; a link of one can never be read as another. */
export type LinkRight = 'get' | 'put' | 'part';

export const deriveLinkKey = (secret: string): Buffer =>
  createHmac('sha256', secret).update('storage-links').digest();

const macOf = (linkKey: Buffer, key: string, fields: readonly (readonly [string, string])[]): Buffer =>
  createHmac('sha256', linkKey)
    .update(JSON.stringify([key, ...[...fields].sort(([a], [b]) => (a < b ? -1 : 1))]))
    .digest();

export const signLink = (
  linkKey: Buffer,
  key: string,
  right: LinkRight,
  fields: Readonly<Record<string, string | number>>,
): string => {
  const entries = Object.entries({ right, ...fields }).map(([name, value]) => [name, String(value)] as const);
  const query = new URLSearchParams(entries.map(([name, value]) => [name, value]));
  query.set('signature', macOf(linkKey, key, entries).toString('base64url'));
  return `${storageRoute}${key}?${query.toString()}`;
};

/** The fields of a link whose every part is as it was signed and whose time has not come. */
export const openLink = (
  linkKey: Buffer,
  key: string,
  query: URLSearchParams,
  nowMs: number = Date.now(),
): Record<string, string> => {
  const entries = [...query].filter(([name]) => name !== 'signature');
  const given = Buffer.from(query.get('signature') ?? '', 'base64url');
  const expected = macOf(linkKey, key, entries);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new StorageLinkRefused('the address was changed');
  }
  const fields = Object.fromEntries(entries);
  if (!(Number(fields['expires']) * 1000 > nowMs)) throw new StorageLinkRefused('the address has expired');
  return fields;
};
