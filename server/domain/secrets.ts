// The service's secrets: their prefixes, how they are made, hashed and recognised.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export const secretPrefixes = {
  apiKey: 'pb_live_',
  accessToken: 'pb_at_',
  refreshToken: 'pb_rt_',
  authorizationCode: 'pb_ac_',
  uploadToken: 'pb_up_',
} as const;
export type SecretKind = keyof typeof secretPrefixes;

/** 32 random bytes are 43 characters of base64url. */
const bodyPattern = /^[A-Za-z0-9_-]{43}$/;

export const newSecret = (kind: SecretKind): string =>
  secretPrefixes[kind] + randomBytes(32).toString('base64url');

export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Which kind of secret a text is, or null when it is none of ours. */
export const secretKindOf = (text: string): SecretKind | null => {
  for (const [kind, prefix] of Object.entries(secretPrefixes)) {
    if (text.startsWith(prefix) && bodyPattern.test(text.slice(prefix.length))) return kind as SecretKind;
  }
  return null;
};

/** Constant-time for texts of one length; the length itself is no secret. */
export const isSameSecret = (left: string, right: string): boolean => {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
};
