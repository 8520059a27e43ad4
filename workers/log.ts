// The worker's log: one JSON line an event. Addresses are signed and therefore secret: no URL is ever written.

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;
export type Log = {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
  with(fields: LogFields): Log;
};

/** Also what a library or a song put into a message may hold an address. */
const withoutUrls = (text: string): string =>
  text.replace(/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi, '<address>');

export const errorText = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error.name}: ${error.message}${cause}`.slice(0, 1000);
};

export const createLog = (write: (line: string) => void, base: LogFields = {}): Log => {
  const emit =
    (level: 'info' | 'warn' | 'error') =>
    (event: string, fields: LogFields = {}): void => {
      const line = { at: new Date().toISOString(), level, event, ...base, ...fields };
      write(
        `${JSON.stringify(line, (_key, value: unknown) => (typeof value === 'string' ? withoutUrls(value) : value))}\n`,
      );
    };
  return {
    info: emit('info'),
    warn: emit('warn'),
    error: emit('error'),
    with: (fields) => createLog(write, { ...base, ...fields }),
  };
};
