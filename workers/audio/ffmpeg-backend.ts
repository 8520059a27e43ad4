// The port to FFmpeg: one argument list run in its own killable process, whoever provides it.
import type { Readable, Writable } from 'node:stream';

export type FfmpegRun = {
  tool: 'ffmpeg' | 'ffprobe';
  args: readonly string[];
  /** Working folder of the process. */
  workDir: string;
  /** The one file it may read, if any; it stands in `args` as file:<path>. */
  readsFile?: string;
  /** The files it may write; they stand in `args` as file:<path>. */
  writesFiles?: readonly string[];
  /** Whether it is fed through `stdin`. */
  fed?: boolean;
  /** Whether other work on this machine goes first. */
  givesWay?: boolean;
  /** Processor time after which the kernel ends it, even when this process is gone. */
  cpuSeconds: number;
  signal?: AbortSignal;
};

export type FfmpegExit = {
  code: number | null;
  /** Somebody else ended it by SIGKILL (an operator, the kernel short of memory): no word on the song. */
  killedFromOutside: boolean;
  /** The first words it said on standard error. */
  errors: string;
};

export type FfmpegChild = {
  pid: number | null;
  stdin: Writable | null;
  stdout: Readable;
  exited: Promise<FfmpegExit>;
  /** SIGKILL to the whole group. */
  kill(): void;
};

export type FfmpegBackend = { name: 'system' | 'wasm'; start(run: FfmpegRun): FfmpegChild };
