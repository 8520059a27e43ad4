// One line of progress on a terminal, or a line per tenth where there is none.

export interface ProgressLine {
  update: (share: number, note: string) => void;
  /** Replaces the bar by a last line. */
  end: (text: string) => void;
}

const width = 24;

export const formatSeconds = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds));
  const [minutes, rest] = [Math.floor(whole / 60), String(whole % 60).padStart(2, '0')];
  return minutes >= 60
    ? `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`
    : `${minutes}:${rest}`;
};

export const formatBytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

const drawBar = (share: number): string => {
  const full = Math.round(Math.max(0, Math.min(1, share)) * width);
  return `[${'='.repeat(full)}${' '.repeat(width - full)}]`;
};

export const progressLine = (label: string, stream: NodeJS.WriteStream = process.stderr): ProgressLine => {
  let tenth = -1;
  return {
    update(share, note) {
      const percent = `${String(Math.floor(share * 100)).padStart(3)} %`;
      if (stream.isTTY) {
        stream.write(
          `\r\u001b[K${label} ${drawBar(share)} ${percent} ${note}`.slice(0, (stream.columns ?? 80) + 4),
        );
      } else if (Math.floor(share * 10) > tenth) {
        tenth = Math.floor(share * 10);
        stream.write(`${label} ${percent} ${note}\n`);
      }
    },
    end(text) {
      stream.write(stream.isTTY ? `\r\u001b[K${text}\n` : `${text}\n`);
    },
  };
};
