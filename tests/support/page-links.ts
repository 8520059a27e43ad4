// Reads the links and the anchors of a page, in HTML or in markdown.
const unescapeHtml = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"');

export const linksInHtml = (html: string): string[] =>
  [...html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)].map(([, href = '']) => unescapeHtml(href));

export const anchorsInHtml = (html: string): Set<string> =>
  new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => unescapeHtml(id)));

/** Code is left out, where links are examples; an escaped bracket makes no link. */
export const linksInMarkdown = (markdown: string): string[] => {
  const prose = markdown.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]+`/g, '');
  return [...prose.matchAll(/(?<!\\)\]\(([^()\s]+)\)/g)].map(([, href = '']) => href);
};
