// The protected resources of spec section 5, and which of them a token may be used at.
export const resourcePaths = ['/api/v1', '/mcp', '/mcp/account', '/a2a'] as const;
export type ResourcePath = (typeof resourcePaths)[number];

/** /mcp and /mcp/account are one server. */
const audienceOf = (path: string): string => (path === '/mcp/account' ? '/mcp' : path);

/** A token without a resource works at all of them. */
export const servesResource = (
  siteUrl: string,
  tokenResource: string | null,
  wanted: ResourcePath,
): boolean => {
  if (tokenResource === null) return true;
  if (!tokenResource.startsWith(siteUrl)) return false;
  return audienceOf(tokenResource.slice(siteUrl.length)) === audienceOf(wanted);
};
