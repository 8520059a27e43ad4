// A real S3 server for tests: OpenStack Swift's S3 API from Debian's python3-swift, which checks signatures and expiry.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

export type S3Server = {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  stop: () => Promise<void>;
};

/** Debian's own Python has the package, whatever other python3 comes first in PATH. */
const python = '/usr/bin/python3';

export const startS3Server = async (): Promise<S3Server> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'partbook-s3-'));
  const script = path.join(import.meta.dirname, 's3_server.py');
  const child = spawn(python, [script, folder], { stdio: ['pipe', 'pipe', 'pipe'] });
  let trouble = '';
  child.stderr.on('data', (chunk: Buffer) => {
    trouble = (trouble + String(chunk)).slice(-4000);
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.stdin.end();
    child.kill('SIGTERM');
    await ended.catch(() => {});
    await rm(folder, { recursive: true, force: true });
  };
  const line = await Promise.race([once(createInterface(child.stdout), 'line'), ended.then(() => null)]);
  if (!line) {
    await stop();
    throw new Error(
      `The S3 server did not start. Install it with “apt-get install python3-swift”. ${trouble}`,
    );
  }
  const { port, ...keys } = JSON.parse(String(line[0])) as {
    port: number;
    accessKeyId: string;
    secretAccessKey: string;
  };
  return { endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', ...keys, stop };
};
