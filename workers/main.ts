// The worker's process: settings, service, and an end that leaves nothing behind.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { chooseFfmpeg } from './audio/choose-ffmpeg.ts';
import { workerSettings, type WorkerSettings } from './env.ts';
import { createLog, errorText } from './log.ts';
import { endIdleChildren, separateSong } from './separate-song.ts';
import { startService, type WorkerService } from './service.ts';

const log = createLog((line) => process.stdout.write(line));
/** Whatever hangs while stopping must not keep the process. */
const stopPatienceMs = 15_000;

const versionOfProject = async (): Promise<string> => {
  const file = path.join(import.meta.dirname, '../package.json');
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
};

const stopOnce = (service: WorkerService, settings: WorkerSettings): ((graceMs: number) => void) => {
  let stopping = false;
  return (graceMs) => {
    if (stopping) return;
    stopping = true;
    log.info('stopping', { grace_seconds: graceMs / 1000 });
    setTimeout(() => process.exit(1), settings.graceMs + stopPatienceMs).unref();
    service.stop(graceMs).then(
      () => {
        endIdleChildren();
        process.exit(0);
      },
      (error: unknown) => {
        log.error('stop_failed', { error: errorText(error) });
        process.exit(1);
      },
    );
  };
};

/** The supervisor's channel closes when it dies, however it dies; without one, standard input is the sign. */
const onParentGone = (stop: () => void): void => {
  if (process.channel) {
    process.once('disconnect', stop);
    return;
  }
  process.stdin.once('end', stop).once('close', stop).resume();
};

const main = async (): Promise<void> => {
  // A parent that is gone cannot read; writing to it must not be the end.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const settings = workerSettings(process.env);
  const version = await versionOfProject();
  const service = await startService({ settings, separate: separateSong, version, log });
  const stop = stopOnce(service, settings);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(settings.graceMs));
  if (settings.exitWithParent) onParentGone(() => stop(0));
  log.info('started', { version, ffmpeg: chooseFfmpeg().name, capacity: settings.capacity });
  process.stdout.write(`${JSON.stringify({ event: 'listening', port: service.port })}\n`);
};

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
