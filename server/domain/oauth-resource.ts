// Resource indicators (RFC 8707): which door of the service an app asks a token for.
import { resourcePaths } from '../contract/resources.ts';

/** What a token is made for: one resource, or null for the whole service. */
export type TokenResource = string | null;

/** The resource as we write it, null for the site itself, undefined when nothing here has that name. */
export const canonicalResource = (siteUrl: string, named: string): TokenResource | undefined => {
  if (named.length > 2048 || !URL.canParse(named)) return undefined;
  const url = new URL(named);
  if (/[?#@]/.test(named)) return undefined;
  const plain = (url.origin + url.pathname).replace(/\/+$/, '');
  const root = siteUrl.replace(/\/+$/, '');
  if (plain === root) return null;
  return resourcePaths.map((path) => root + path).find((resource) => resource === plain);
};
