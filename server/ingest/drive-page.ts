// Reads the page that Google Drive shows instead of a large file, and the address its download form leads to.
const entities: Readonly<Record<string, string>> = { amp: '&', quot: '"', '#39': "'", lt: '<', gt: '>' };

const decoded = (text: string): string =>
  text.replace(/&(amp|quot|#39|lt|gt);/g, (_, name: string) => entities[name] ?? '');

const attribute = (tag: string, name: string): string | null => {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag);
  return match ? decoded(match[1] ?? match[2] ?? '') : null;
};

/** Null when the page has no such form: then the file is not shared with everybody. */
export const readDownloadForm = (html: string, page: URL): URL | null => {
  const form = /<form\b[^>]*\bid\s*=\s*["']?download-form\b[^>]*>/i.exec(html);
  const action = form && attribute(form[0], 'action');
  if (!form || !action || !URL.canParse(action, page.href)) return null;
  const url = new URL(action, page);
  if (url.protocol !== page.protocol || !/(^|\.)google(usercontent)?\.com$/.test(url.hostname)) return null;
  const rest = html.slice(form.index + form[0].length);
  const inside = rest.slice(0, rest.search(/<\/form/i) >>> 0);
  for (const [tag] of inside.matchAll(/<input\b[^>]*>/gi)) {
    const name = attribute(tag, 'name');
    if (name) url.searchParams.set(name, attribute(tag, 'value') ?? '');
  }
  return url;
};
