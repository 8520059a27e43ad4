// How long to wait before trying again: growing, and spread so that many do not come back at once.
const firstMs = 1_000;
const longestMs = 600_000;

/** `attempt` counts from 0; between half and all of 1 s, 2 s, 4 s … 10 min. */
export const backoffMs = (attempt: number, random: () => number = Math.random): number => {
  const full = Math.min(longestMs, firstMs * 2 ** Math.min(attempt, 20));
  return Math.round(full / 2 + (full / 2) * random());
};
