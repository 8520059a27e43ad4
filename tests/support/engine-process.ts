// The embedded engine as the process it is in production, so that tests can kill it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { projectRoot } from '../../server/supervisor/project-paths.ts';

export type EngineProcess = {
  url: string;
  pid: number;
  lines: string[];
  kill(signal: NodeJS.Signals): void;
  /** Closes the other ends of its output, as a log collector that dies does. */
  breakOutput(): void;
  /** The exit code, or null after a signal. */
  ended: Promise<number | null>;
};

const portOf = (child: ChildProcess, lines: string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        if (line.startsWith('{"event":"listening"')) resolve((JSON.parse(line) as { port: number }).port);
      });
    }
    child.once('exit', () => reject(new Error(`the engine ended:\n${lines.join('\n')}`)));
  });

export const startEngineProcess = async (env: Record<string, string>): Promise<EngineProcess> => {
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), 'server/engine/main.ts'], {
    cwd: projectRoot,
    env: { ...process.env, ENGINE_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const lines: string[] = [];
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const port = await portOf(child, lines);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    lines,
    kill: (signal) => void child.kill(signal),
    breakOutput: () => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    },
    ended,
  };
};
