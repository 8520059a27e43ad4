// Signs and checks the worker's callbacks: HMAC-SHA256 over time and body, valid for five minutes.
import { createHmac, timingSafeEqual } from 'node:crypto';

export const signatureHeader = 'x-partbook-signature';
const maxAgeSeconds = 300;

const mac = (secret: string, seconds: number, body: string): string =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');

export const signBody = (secret: string, body: string, nowMs: number = Date.now()): string => {
  const seconds = Math.floor(nowMs / 1000);
  return `t=${seconds},v1=${mac(secret, seconds, body)}`;
};

export const isSignedBody = (
  secret: string,
  body: string,
  header: string | null,
  nowMs: number = Date.now(),
): boolean => {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '');
  if (!match) return false;
  const seconds = Number(match[1]);
  if (Math.abs(nowMs / 1000 - seconds) > maxAgeSeconds) return false;
  return timingSafeEqual(Buffer.from(mac(secret, seconds, body)), Buffer.from(match[2] ?? ''));
};
