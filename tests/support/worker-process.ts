// A worker as a process of its own, as `npm run worker` starts it, and what can be seen of it from outside.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { deskSecret } from './job-desk.ts';
import { floatWav, testSong } from './known-song.ts';
import { treeOf } from './process-tree.ts';

export const songOf = (seconds: number): Buffer => {
  const { left, right } = testSong(seconds * 44_100);
  return floatWav([left, right], 44_100);
};

export type Worker = {
  process: ChildProcess;
  pid: number;
  port: number;
  ask(method: string, path: string, body?: unknown): Promise<Response>;
};

export const startWorker = async (tmpDir: string): Promise<Worker> => {
  const child = spawn(process.execPath, ['scripts/run.mjs', 'scripts/worker.ts'], {
    env: {
      ...process.env,
      WORKER_SECRET: deskSecret,
      WORKER_TMP: tmpDir,
      WORKER_PORT: '0',
      WORKER_CAPACITY: '2',
      WORKER_MAX_WAITING: '100',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the worker ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const event = JSON.parse(line) as { event: string; port?: number };
      if (event.event === 'listening') resolve(Number(event.port));
    });
  });
  const ask: Worker['ask'] = (method, path, body) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${deskSecret}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
  return { process: child, pid: Number(child.pid), port, ask };
};

const nameOf = async (pid: number): Promise<string> => {
  const line = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '');
  return line.replaceAll('\0', ' ');
};

/** The decoders, encoders and inference processes; not the loader's own compiler. */
export const victims = async (root: number): Promise<number[]> => {
  const below = treeOf(root).slice(1);
  const named = await Promise.all(below.map(async (pid) => ({ pid, name: await nameOf(pid) })));
  return named.filter(({ name }) => name !== '' && !name.includes('esbuild')).map(({ pid }) => pid);
};

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** A folder below that goes while it is being read has the reading begin again. */
export const filesBelow = async (dir: string): Promise<string[]> => {
  for (;;) {
    try {
      const names = await readdir(dir, { recursive: true });
      return names.filter((name) => !/^worker-\d+-[0-9a-f]+$/.test(name));
    } catch (error) {
      const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (!isGone || !existsSync(dir)) throw error;
    }
  }
};
