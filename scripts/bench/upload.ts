// `npm run bench -- upload`: how much memory the web process takes while songs of growing size stream in. Linux only: /proc.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { limits } from '../../server/contract/limits.ts';
import { createTestAccount, openTestDb } from '../../tests/support/accounts.ts';
import { type RunningApp, startApp } from '../../tests/support/app-server.ts';
import { sendForm } from './send-form.ts';

const mebibyte = 1024 * 1024;
const turns = 3;

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

const memoryOf = async (pid: string, field: 'VmRSS' | 'VmHWM'): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kibibytes = Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]);
  return Math.round((kibibytes * 1024) / 1e6);
};

/** Each turn has an account of its own: an account may send ten songs an hour. */
type Target = { pid: string; newKey: () => Promise<string> };

/** Writing "5" forgets the peak so far (proc(5)). The first turn warms up; the most of the others is what counts. */
const measurePeak = async (
  { pid, newKey }: Target,
  name: string,
  work: (key: string) => Promise<unknown>,
): Promise<number> => {
  const added: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const key = await newKey();
    await writeFile(`/proc/${pid}/clear_refs`, '5');
    const before = await memoryOf(pid, 'VmRSS');
    const start = performance.now();
    const result = await work(key);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const [peak, after] = [await memoryOf(pid, 'VmHWM'), await memoryOf(pid, 'VmRSS')];
    added.push(peak - before);
    console.log(
      `${name}: ${JSON.stringify(result)} in ${seconds} s, RSS ${before} MB before, ${peak} MB at most (+${peak - before}), ${after} MB after`,
    );
  }
  return Math.max(...added.slice(1));
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

const run = async (): Promise<void> => {
  console.log('Building and starting …');
  const app = await startApp({ withWorker: false, withEngine: false });
  const db = openTestDb(app.databaseUrl);
  try {
    const target: Target = {
      pid: await findWebProcess(app.dataDir),
      newKey: async () => (await createTestAccount(db, { plan: 'pro' })).key,
    };
    const form = (bytes: number) => (key: string) =>
      sendForm(app.url, key, { bytes, chunkBytes: 65_536, pauseMs: 0 });
    const whole = form(limits.formUploadBytes);
    const small = await measurePeak(target, 'a form of 10 MiB', form(10 * mebibyte));
    const large = await measurePeak(target, 'a form of 100 MiB', whole);
    console.log(`100 MiB add ${large} MB of RSS to the process, 10 MiB add ${small} MB`);
    const four = (key: string) => Promise.all(Array.from({ length: 4 }, () => whole(key)));
    await measurePeak(target, 'four of 100 MiB at once', four);
    await measurePeak(target, '200 MiB in parts, four at once', (key) => uploadParts(app, key));
  } finally {
    await db.$disconnect();
    await app.stop();
  }
};

export default run;
