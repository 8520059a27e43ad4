// Identifiers: a prefix and 22 characters of base 62 over a UUIDv7, so that they sort by creation.
import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const idLength = 22;

export type IdPrefix =
  | 'acct'
  | 'split'
  | 'batch'
  | 'set'
  | 'key'
  | 'sess'
  | 'up'
  | 'app'
  | 'grant'
  | 'areq'
  | 'task'
  | 'evt'
  | 'del'
  | 'req';

const randomBatch = 4096;
let batch: Buffer = Buffer.alloc(0);
let taken = 0;

/** Asked for a few at a time, random bytes would cost more than the rest of an id. */
const random64 = (): bigint => {
  if (taken + 8 > batch.length) {
    batch = randomBytes(randomBatch);
    taken = 0;
  }
  taken += 8;
  return batch.readBigUInt64BE(taken - 8);
};

let lastMillisecond = 0;
let counter = 0;

/** RFC 9562 section 5.7; within one millisecond a 12-bit counter keeps the order. */
const uuidV7 = (nowMs: number): bigint => {
  if (nowMs > lastMillisecond) {
    lastMillisecond = nowMs;
    counter = randomBytes(2).readUInt16BE() & 0x3ff;
  } else {
    counter += 1;
    if (counter > 0xfff) {
      lastMillisecond += 1;
      counter = 0;
    }
  }
  const random = random64() & ((1n << 62n) - 1n);
  return (BigInt(lastMillisecond) << 80n) | (7n << 76n) | (BigInt(counter) << 64n) | (2n << 62n) | random;
};

const base62 = (value: bigint, length: number): string => {
  let rest = value;
  let text = '';
  for (let place = 0; place < length; place += 1) {
    text = alphabet.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
};

export const newId = (prefix: IdPrefix): string => `${prefix}_${base62(uuidV7(Date.now()), idLength)}`;

/** 128 random bits for links that only their holder may know. */
export const newShareId = (): string => base62(BigInt(`0x${randomBytes(16).toString('hex')}`), idLength);

const idPattern = /^[a-z]{2,5}_[0-9A-Za-z]{22}$/;

/** Whether a text can be an id at all; anything else is answered like an unknown id. */
export const looksLikeId = (value: string, prefix: IdPrefix): boolean =>
  idPattern.test(value) && value.startsWith(`${prefix}_`);
