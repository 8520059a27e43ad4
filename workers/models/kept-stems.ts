// Which of a graph's stems count: sets of specialised files keep one each.

/** Of a graph in a manifest. */
export const keptStems = (part: {
  stems: readonly string[];
  keep?: readonly string[] | undefined;
}): readonly string[] => part.keep ?? part.stems;
