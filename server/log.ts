// The operator's log: one JSON line an event, on stdout; secrets never reach it because callers pass ids.
export type LogFields = Readonly<Record<string, unknown>>;
export type Log = {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
  with(fields: LogFields): Log;
};

const textOf = (value: unknown): unknown =>
  value instanceof Error ? { name: value.name, message: value.message, stack: value.stack } : value;

export const createLog = (write: (line: string) => void, base: LogFields = {}): Log => {
  const emit =
    (level: string) =>
    (event: string, fields: LogFields = {}) => {
      const entries = Object.entries({ ...base, ...fields }).map(([key, value]) => [key, textOf(value)]);
      write(
        `${JSON.stringify({ at: new Date().toISOString(), level, event, ...Object.fromEntries(entries) })}\n`,
      );
    };
  return {
    info: emit('info'),
    warn: emit('warn'),
    error: emit('error'),
    with: (fields) => createLog(write, { ...base, ...fields }),
  };
};

/** Whoever reads a process's output may die first: writing to nobody must not be the process's end too. */
export const outliveReaders = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
};
