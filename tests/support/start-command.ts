// Runs the real `npm start` command as its own process and hears what it says.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inProject, projectRoot } from '../../server/supervisor/project-paths.ts';

export type StartCommand = {
  pid: number;
  output: () => string;
  /** Rejects with the output when the command ends instead. */
  ready: Promise<{ url: string; ownerLink: string | null }>;
  ended: Promise<number | null>;
  /** SIGTERM, and the exit code. */
  stop: () => Promise<number | null>;
};

const readyLine = /Partbook is ready at (\S+)/;
const ownerLine = /works once: (\S+)/;
const lastLine = 'Stop it with Ctrl-C.';
const killAfterMs = 30_000;

/** The settings of whoever runs the tests must not reach the installation under test. */
const ownSettings =
  /^(PORT|HOST|SITE_URL|DATA_DIR|DATABASE_|SESSION_|FILE_KEY|WORKER_|STORAGE|BLOB_|S3_|INNGEST_|SMTP_|MAIL_|GITHUB_|GOOGLE_|OWNER_|FREE_|PRO_|CHECKOUT_|FETCH_|TRUSTED_|npm_|NODE_ENV$|NODE_TEST)/;

const cleanEnv = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !ownSettings.test(name)),
  ) as NodeJS.ProcessEnv;

export const runStartCommand = (env: Readonly<Record<string, string>>): StartCommand => {
  const child = spawn(process.execPath, [inProject('scripts/start.mjs')], {
    cwd: projectRoot,
    env: { ...cleanEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const ready = new Promise<{ url: string; ownerLink: string | null }>((resolve, reject) => {
    const hear = (data: Buffer): void => {
      output += data.toString();
      const url = readyLine.exec(output)?.[1];
      if (url && output.includes(lastLine)) resolve({ url, ownerLink: ownerLine.exec(output)?.[1] ?? null });
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    void ended.then((code) => reject(new Error(`npm start ended with ${code ?? 'a signal'}:\n${output}`)));
  });
  ready.catch(() => {});
  const stop = async (): Promise<number | null> => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    const code = await ended;
    clearTimeout(timer);
    return code;
  };
  return { pid: child.pid ?? 0, output: () => output, ready, ended, stop };
};
