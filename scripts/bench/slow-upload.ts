// `npm run bench -- slow-upload [seconds]`: whether uploads slower than Node's own five minutes arrive: a form and a part.
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestAccount, openTestDb } from '../../tests/support/accounts.ts';
import { type RunningApp, startApp } from '../../tests/support/app-server.ts';
import { sendForm } from './send-form.ts';

const usualSeconds = 340;
const bytesPerSecond = 1024;

/** A part of a direct upload, a kilobyte a second. */
const putSlowly = (url: string, bytes: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method: 'PUT', headers: { 'content-length': bytes } });
    sent.on('error', reject);
    sent.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    const pour = async (): Promise<void> => {
      for (let left = bytes; left > 0; left -= bytesPerSecond) {
        sent.write(Buffer.alloc(Math.min(left, bytesPerSecond)));
        await sleep(1000);
      }
      sent.end();
    };
    pour().catch(reject);
  });

const slowPart = async (app: RunningApp, key: string, bytes: number): Promise<number> => {
  const response = await fetch(`${app.url}/api/v1/uploads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ filename: 'song.mp3', size: bytes }),
  });
  const { parts } = (await response.json()) as { parts: { url: string }[] };
  return putSlowly(parts[0]?.url ?? '', bytes);
};

const timed = async (name: string, wanted: number, work: Promise<number>): Promise<void> => {
  const start = performance.now();
  const status = await work.catch((error: unknown) => String(error));
  console.log(`${name}: ${status} after ${((performance.now() - start) / 1000).toFixed(0)} s`);
  if (status !== wanted) process.exitCode = 1;
};

const run = async ([given]: string[]): Promise<void> => {
  const seconds = Number(given ?? usualSeconds);
  if (!(seconds > 0)) throw new Error('Give the seconds the uploads shall take: slow-upload [seconds].');
  console.log('Building and starting …');
  const app = await startApp({ withWorker: false, withEngine: false });
  const db = openTestDb(app.databaseUrl);
  try {
    const { key } = await createTestAccount(db, { plan: 'pro' });
    const bytes = seconds * bytesPerSecond;
    console.log(`Uploading ${bytes} bytes, twice, in ${seconds} s each …`);
    await Promise.all([
      timed('a form', 202, sendForm(app.url, key, { bytes, chunkBytes: bytesPerSecond, pauseMs: 1000 })),
      timed('a part of a direct upload', 200, slowPart(app, key, bytes)),
    ]);
  } finally {
    await db.$disconnect();
    await app.stop();
  }
};

export default run;
