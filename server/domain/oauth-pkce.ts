// Proof key for code exchange (RFC 7636), S256 only.
import { createHash } from 'node:crypto';
import { isSameSecret } from './secrets.ts';

/** SHA-256 in base64url without padding. */
export const isChallenge = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

export const isVerifier = (text: string): boolean => /^[A-Za-z0-9._~-]{43,128}$/.test(text);

export const verifiesChallenge = (verifier: string, challenge: string): boolean =>
  isVerifier(verifier) && isSameSecret(createHash('sha256').update(verifier).digest('base64url'), challenge);
