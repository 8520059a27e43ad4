// Signs what the engine asks of the app, in Inngest's form: HMAC-SHA256 over the canonical body and the time.
import { createHmac } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';

export const signatureHeader = 'x-inngest-signature';

export const signRequest = (signingKey: string, body: unknown, nowMs: number = Date.now()): string => {
  const seconds = String(Math.round(nowMs / 1000));
  const key = signingKey.replace(/^signkey-\w+-/, '');
  const mac = createHmac('sha256', key)
    .update(canonicalJson(body) + seconds)
    .digest('hex');
  return `t=${seconds}&s=${mac}`;
};
