// The download name of a file in both forms (RFC 6266): plain ASCII for old programs, UTF-8 for the others.
const percentEncoded = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/** What no file system or header takes is a dash. */
const safeName = (name: string): string =>
  name
    .replace(/\p{Cs}/gu, '')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/[/\\:*?"<>|]/g, '-')
    .trim();

export const attachment = (name: string): string => {
  const safe = safeName(name);
  const ascii = safe
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${percentEncoded(safe)}`;
};
