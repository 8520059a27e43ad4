// Sends one file to storage in parts, four at a time, each tried again when the line breaks.
export type UploadedPart = { n: number; etag: string };
export type UploadPlan = { parts: readonly { n: number; url: string }[]; partSize: number };

const lanes = 4;
const triesPerPart = 4;
const waitMs = 1000;

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

const putPart = async (url: string, bytes: Blob, signal: AbortSignal): Promise<string> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await fetch(url, { method: 'PUT', body: bytes, signal });
      const etag = answer.headers.get('etag');
      if (answer.ok && etag) return etag;
      if (answer.status < 500) throw new Error(`A part was refused (${answer.status}).`, { cause: 'final' });
    } catch (error) {
      const isFinal = error instanceof Error && error.cause === 'final';
      if (isFinal || signal.aborted || attempt >= triesPerPart) throw error;
    }
    await wait(waitMs * attempt);
  }
};

export const uploadParts = async (
  file: Blob,
  plan: UploadPlan,
  progress: { onBytes: (sent: number) => void; signal: AbortSignal },
): Promise<UploadedPart[]> => {
  const waiting = [...plan.parts];
  const done: UploadedPart[] = [];
  let sent = 0;
  const lane = async (): Promise<void> => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      const start = (part.n - 1) * plan.partSize;
      const bytes = file.slice(start, Math.min(file.size, start + plan.partSize));
      const etag = await putPart(part.url, bytes, progress.signal);
      done.push({ n: part.n, etag });
      sent += bytes.size;
      progress.onBytes(sent);
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, waiting.length) }, lane));
  return done.sort((a, b) => a.n - b.n);
};
