// Exit codes of the command-line tools.
export const exitCodes = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;
