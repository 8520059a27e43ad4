// The times of the protocol: "1d2h30m10s" from now, or a moment in ISO 8601.
const unitMs: Readonly<Record<string, number>> = {
  w: 604_800_000,
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1000,
};

/** Milliseconds of a duration, or null when it is none. The SDK writes zero as an empty text. */
export const parseDuration = (text: string): number | null => {
  if (!/^(?:\d+[wdhms])*$/.test(text)) return null;
  let total = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)([wdhms])/g)) {
    total += Number(count) * (unitMs[unit ?? ''] ?? 0);
  }
  return total;
};

export const momentOf = (text: string, now: Date): Date | null => {
  const duration = parseDuration(text);
  if (duration !== null) return new Date(now.getTime() + duration);
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? null : moment;
};
