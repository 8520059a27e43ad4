// Finds the links in pasted text, and says what is wrong with them before they are sent.
import { limits } from '../../../server/contract/limits.ts';

export const linksIn = (text: string): string[] => [
  ...new Set(text.split(/[,;]?\s+/).filter((word) => word !== '')),
];

const isLink = (word: string): boolean => URL.canParse(word) && /^https?:$/.test(new URL(word).protocol);

const shortened = (word: string): string => (word.length > 40 ? `${word.slice(0, 40)}…` : word);

/** A batch carries on past a link that turns out bad, but what is no link at all is better corrected here. */
export const problemOf = (links: readonly string[]): string | null => {
  const odd = links.find((word) => !isLink(word));
  if (odd !== undefined) return `“${shortened(odd)}” is not a link. A link begins with https://.`;
  const long = links.find((link) => link.length > limits.audioUrlLength);
  if (long !== undefined) return `“${shortened(long)}” is too long for a link.`;
  if (links.length > limits.batchSize)
    return `These are ${String(links.length)} links; ${String(limits.batchSize)} go at once. Send the rest afterwards.`;
  return null;
};
