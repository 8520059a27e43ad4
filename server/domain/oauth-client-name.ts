// The name an app gives itself, made harmless: it is shown to a person who decides by it.
const nameLength = 80;
export const unnamedApp = 'Unnamed app';

/** No control, format (bidi), private or unassigned characters; no piles of accents; at most 80 characters. */
export const cleanClientName = (name: string): string => {
  const plain = name
    .slice(0, 4096)
    .normalize('NFC')
    .replace(/[\p{Zs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu, '')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .trim();
  return Array.from(plain).slice(0, nameLength).join('').trim() || unnamedApp;
};
