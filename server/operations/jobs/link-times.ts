// How long the addresses given to a worker live: longer than the longest song may wait and take.
export const sourceLinkSeconds = 6 * 3600;
export const outputLinkSeconds = 6 * 3600;
