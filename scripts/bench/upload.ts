// `npm run bench -- upload [--slow]`: how much memory the web process takes while songs stream in and out, and whether an
// upload slower than Node's own limits arrives. Linux only: it reads /proc.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../../server/contract/limits.ts';
import { createTestAccount, openTestDb } from '../../tests/support/accounts.ts';
import { type RunningApp, startApp } from '../../tests/support/app-server.ts';

const mebibyte = 1024 * 1024;
const slowSeconds = 340;

/** The one process below this installation that runs the site. */
const findWebProcess = async (dataDir: string): Promise<string> => {
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const [command, environment] = await Promise.all(
      ['cmdline', 'environ'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
    );
    if (command?.includes('server/web.') && environment?.includes(dataDir)) return pid;
  }
  throw new Error('the web process was not found');
};

const memoryOf = async (pid: string, field: 'VmRSS' | 'VmHWM'): Promise<string> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kibibytes = Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]);
  return `${Math.round((kibibytes * 1024) / 1e6)} MB`;
};

type Source = { bytes: number; chunkBytes: number; pauseMs: number };

const sendForm = (url: string, key: string, { bytes, chunkBytes, pauseMs }: Source): Promise<number> =>
  new Promise((resolve, reject) => {
    const head = Buffer.from(
      '--b\r\nContent-Disposition: form-data; name="file"; filename="song.mp3"\r\nContent-Type: audio/mpeg\r\n\r\nID3',
    );
    const tail = Buffer.from(
      '\r\n--b\r\nContent-Disposition: form-data; name="model"\r\n\r\nvocals\r\n--b--\r\n',
    );
    const sent = request(`${url}/api/v1/splits`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': head.length + bytes - 3 + tail.length,
      },
    });
    sent.on('error', reject);
    sent.on('response', (response: IncomingMessage) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    const pour = async (): Promise<void> => {
      sent.write(head);
      for (let left = bytes - 3; left > 0; left -= chunkBytes) {
        const more = sent.write(Buffer.alloc(Math.min(left, chunkBytes)));
        if (pauseMs > 0) await sleep(pauseMs);
        else if (!more) await new Promise((done) => sent.once('drain', done));
      }
      sent.end(tail);
    };
    pour().catch(reject);
  });

/** Writing "5" forgets the peak so far (proc(5)). */
const measurePeak = async (pid: string, name: string, work: () => Promise<unknown>): Promise<void> => {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  const before = await memoryOf(pid, 'VmRSS');
  const start = performance.now();
  const result = await work();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(
    `${name}: ${JSON.stringify(result)} in ${seconds} s, RSS ${before} before, ${await memoryOf(pid, 'VmHWM')} at most`,
  );
};

const uploadParts = async (app: RunningApp, key: string): Promise<string> => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const post = async (path: string, body: object) => {
    const response = await fetch(`${app.url}/api/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const started = await post('/uploads', { filename: 'song.wav', size: limits.directUploadBytes });
  const parts = started.body['parts'] as { n: number; url: string }[];
  const put = async ({ n, url }: { n: number; url: string }) => {
    const response = await fetch(url, { method: 'PUT', body: new Uint8Array(limits.uploadPartBytes) });
    return { n, etag: response.headers.get('etag') ?? '' };
  };
  const etags: { n: number; etag: string }[] = [];
  for (let index = 0; index < parts.length; index += 4) {
    etags.push(...(await Promise.all(parts.slice(index, index + 4).map(put))));
  }
  const upload_token = started.body['upload_token'];
  const done = await post('/uploads/complete', { upload_token, filename: 'song.wav', parts: etags });
  return `${parts.length} parts, ${done.status}`;
};

const run = async (args: string[]): Promise<void> => {
  console.log('Building and starting …');
  const app = await startApp({ withWorker: false, withEngine: false });
  const db = openTestDb(app.databaseUrl);
  try {
    const { key } = await createTestAccount(db, { plan: 'pro' });
    const pid = await findWebProcess(app.dataDir);
    const whole = { bytes: limits.formUploadBytes, chunkBytes: 65_536, pauseMs: 0 };
    await measurePeak(pid, 'a small form', () => sendForm(app.url, key, { ...whole, bytes: mebibyte }));
    await measurePeak(pid, 'a form of 100 MiB', () => sendForm(app.url, key, whole));
    await measurePeak(pid, 'four of 100 MiB at once', () =>
      Promise.all(Array.from({ length: 4 }, () => sendForm(app.url, key, whole))),
    );
    await measurePeak(pid, '200 MiB in parts, four at once', () => uploadParts(app, key));
    if (args.includes('--slow')) {
      const slow = { bytes: slowSeconds * 1024, chunkBytes: 1024, pauseMs: 1000 };
      await measurePeak(pid, `a form that takes ${slowSeconds} s`, () => sendForm(app.url, key, slow));
    }
  } finally {
    await db.$disconnect();
    await app.stop();
  }
};

export default run;
