// The file name a server gives its download (RFC 6266), or null.
const decodeExtended = (value: string): string | null => {
  const match = /^utf-8'[^']*'(.+)$/i.exec(value.trim());
  if (!match) return null;
  try {
    return decodeURIComponent(match[1] ?? '');
  } catch {
    return null;
  }
};

/** Headers arrive as Latin-1; many servers send UTF-8 all the same. */
const asUtf8 = (value: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
};

export const dispositionName = (header: string | string[] | undefined): string | null => {
  const text = [header ?? ''].flat()[0] ?? '';
  const extended = /;\s*filename\*\s*=\s*([^;]+)/i.exec(text);
  const plain = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(text);
  const name =
    (extended && decodeExtended(extended[1] ?? '')) ??
    (plain && asUtf8((plain[1] ?? plain[2] ?? '').replace(/\\(.)/g, '$1')));
  return name ? name.slice(0, 255) : null;
};
