// Where a song lands when it is dragged or moved by keys.

/** The list with one entry taken out and put in elsewhere; places beyond the ends mean the ends. */
export const movedTo = <T>(list: readonly T[], from: number, to: number): T[] => {
  const entry = list[from];
  if (entry === undefined) return [...list];
  const rest = list.filter((_, index) => index !== from);
  const at = Math.max(0, Math.min(rest.length, to));
  return [...rest.slice(0, at), entry, ...rest.slice(at)];
};

/** The place of a row whose middle is dragged to `middle`, given the middles of all rows at rest. */
export const placeAt = (middles: readonly number[], from: number, middle: number): number =>
  middles.filter((other, index) => index !== from && other < middle).length;

/** Names each entry, also when a song stands in the list twice, so that a row keeps its identity while it moves. */
export const entryKeys = (ids: readonly string[]): string[] =>
  ids.map((id, index) => `${id} ${String(ids.slice(0, index).filter((other) => other === id).length)}`);
