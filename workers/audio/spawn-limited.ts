// Starts a program of which nothing is trusted: own process group, empty environment, kernel limits, killed with its parent.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import type { FfmpegChild, FfmpegExit, FfmpegRun } from './ffmpeg-backend.ts';
import { giveWay } from './give-way.ts';

export type Limits = { cpuSeconds: number; addressSpaceKib: number | null };

const errorBytes = 64 * 1024;
/** 1 GiB in the 512-byte blocks of ulimit -f. */
const fileBlocks = 2 * 1024 * 1024;

// Over its time it gets SIGXCPU, which is told apart from a SIGKILL from outside. The limits are set by the shell that becomes the program; a system that lacks one of them goes without it.
const limitScript =
  'ulimit -c 0; ulimit -f "$1" 2>/dev/null; ulimit -S -t "$2" 2>/dev/null; ' +
  '[ "$3" = 0 ] || ulimit -v "$3" 2>/dev/null; shift 3; exec "$@"';

let deathSignal: readonly string[] | null = null;

/**
 * `setpriv --pdeathsig KILL` (util-linux) makes the kernel end the program when this process dies in any way.
 * Without it a decoder still ends by SIGPIPE, an encoder by the end of its input, both at the latest by ulimit -t.
 */
const diesWithParent = (): readonly string[] => {
  deathSignal ??=
    process.platform === 'linux' &&
    spawnSync('setpriv', ['--pdeathsig', 'KILL', 'true'], { stdio: 'ignore', timeout: 5000 }).status === 0
      ? ['setpriv', '--pdeathsig', 'KILL', '--']
      : [];
  return deathSignal;
};

const killGroup = (child: ChildProcess): void => {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
};

const watchExit = (child: ChildProcess, isOurs: () => boolean): Promise<FfmpegExit> =>
  new Promise((resolve) => {
    const kept: Buffer[] = [];
    let keptBytes = 0;
    child.stderr?.on('data', (chunk: Buffer) => {
      if (keptBytes < errorBytes) kept.push(chunk.subarray(0, errorBytes - keptBytes));
      keptBytes += chunk.length;
    });
    const settle = (code: number | null, signal: NodeJS.Signals | null): void => {
      const killedFromOutside = signal === 'SIGKILL' && !isOurs();
      resolve({ code, killedFromOutside, errors: Buffer.concat(kept).toString('utf8') });
    };
    child.once('error', () => settle(null, null));
    child.once('close', settle);
  });

/** Runs `command` (program and arguments) for this run, within the limits. */
export const spawnLimited = (command: readonly string[], run: FfmpegRun, limits: Limits): FfmpegChild => {
  const limited =
    process.platform === 'win32'
      ? command
      : [
          '/bin/sh',
          '-c',
          limitScript,
          'sh',
          String(fileBlocks),
          String(limits.cpuSeconds),
          String(limits.addressSpaceKib ?? 0),
          ...diesWithParent(),
          ...command,
        ];
  const [program = '', ...args] = limited;
  const child = spawn(program, args, {
    cwd: run.workDir,
    env: {} as NodeJS.ProcessEnv,
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: [run.fed === true ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  });
  if (run.givesWay === true) giveWay(child);
  let ours = false;
  const kill = (): void => {
    ours = true;
    killGroup(child);
    // Unread output would keep the process from counting as closed.
    child.stdout?.destroy();
  };
  const exited = watchExit(child, () => ours);
  run.signal?.addEventListener('abort', kill, { once: true });
  if (run.signal?.aborted === true) kill();
  void exited.then(() => run.signal?.removeEventListener('abort', kill));
  // A broken pipe is told by the exit code; without a listener it would end this process.
  child.stdin?.on('error', () => undefined);
  if (!child.stdout) throw new Error('A child process was started without its output pipe.');
  return { pid: child.pid ?? null, stdin: child.stdin, stdout: child.stdout, exited, kill };
};
