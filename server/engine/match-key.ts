// The value by which most waits know their event, so that an event looks at its own waits and not at everybody's.
import { createHash } from 'node:crypto';

type Data = Readonly<Record<string, unknown>>;

/** Anything but comparisons joined by "and": such an expression may be true in more than one way. */
const notPlain = /[|()?!'"[\]]/;
const comparison = /^async\.data\.(\w+) == event\.data\.(\w+)$/;

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Of a fixed length, because it stands in an index. */
const keyOf = (field: string, value: unknown): string =>
  createHash('sha256')
    .update(`${field}=${JSON.stringify(value)}`)
    .digest('base64url');

/** Null when the wait must look at every event of its name. */
export const matchKeyOfWait = (expression: string | null, data: Data): string | null => {
  if (expression === null || notPlain.test(expression)) return null;
  for (const part of expression.split('&&')) {
    const [, theirs = '', own = ''] = comparison.exec(part.trim()) ?? [];
    const value = data[own];
    if (theirs !== '' && isScalar(value)) return keyOf(theirs, value);
  }
  return null;
};

/** The keys of all waits that this event may concern, besides those without one. */
export const matchKeysOfEvent = (data: Data): string[] =>
  Object.entries(data)
    .filter(([, value]) => isScalar(value))
    .map(([field, value]) => keyOf(field, value));
