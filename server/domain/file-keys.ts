// The two keys of a split's files: derived from the one secret, so that nothing is stored and nothing can leak from a dump.
import { createHmac } from 'node:crypto';
import { isSameSecret } from './secrets.ts';

const derived = (secret: string, purpose: string, splitId: string): string =>
  createHmac('sha256', secret).update(`${purpose}:${splitId}`).digest('base64url');

/** Opens the MP3 stems, the previews and the peaks. */
export const fileKey = (secret: string, splitId: string): string => derived(secret, 'files', splitId);

/** Opens the WAV stems and the ZIP; only a Pro owner is given it. */
export const proFileKey = (secret: string, splitId: string): string => derived(secret, 'wav', splitId);

/** Constant-time; a missing key is a wrong key. */
export const isFileKey = (expected: string, given: string | null): boolean =>
  given !== null && isSameSecret(expected, given);
