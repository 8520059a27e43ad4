// Runs one test file in a process of its own and counts its tests.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inProject, projectRoot } from '../../server/supervisor/project-paths.ts';
import { runCommand } from '../../server/supervisor/run-command.ts';
import { endLeftovers, markVariable } from './leftover-processes.ts';

export type FileResult = { passed: number; failed: number; skipped: number; seconds: number; report: string };

type TestEvent = { name: string; passed: boolean; skipped: boolean };

const readEvents = (file: string): TestEvent[] =>
  (existsSync(file) ? readFileSync(file, 'utf8') : '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as TestEvent);

/** What makes a file fail although no single test of it did. */
const findFaults = (
  events: readonly TestEvent[],
  code: number | null,
  leftovers: readonly string[],
): string[] => {
  const faults: string[] = [];
  const skipped = events.filter((event) => event.skipped);
  if (events.length === 0) faults.push('it ran no test');
  if (skipped.length > 0) faults.push(`it skips: ${skipped.map(({ name }) => name).join('; ')}`);
  if (leftovers.length > 0) faults.push(`it left processes running: ${leftovers.join('; ')}`);
  if (code !== 0 && events.length > 0 && events.every((event) => event.passed))
    faults.push(`its process ended with ${code ?? 'a signal'} although every test passed`);
  return faults;
};

export type RunFileOptions = { timeoutMs: number; runFolder: string; env: Readonly<Record<string, string>> };

export const runTestFile = async (
  file: string,
  { timeoutMs, runFolder, env }: RunFileOptions,
): Promise<FileResult> => {
  const startedMs = Date.now();
  const mark = randomUUID();
  const eventFile = path.join(runFolder, `events-${mark}.jsonl`);
  const { code, output } = await runCommand(
    [
      process.execPath,
      '--import',
      'tsx',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${inProject('scripts/test/event-reporter.mjs')}`,
      `--test-reporter-destination=${eventFile}`,
      file,
    ],
    {
      cwd: projectRoot,
      timeoutMs,
      env: { ...process.env, ...env, TMPDIR: runFolder, NODE_ENV: 'test', [markVariable]: mark },
    },
  );
  const events = readEvents(eventFile);
  const faults = findFaults(events, code, await endLeftovers(mark));
  const failed = events.filter((event) => !event.passed).length;
  return {
    passed: events.filter((event) => event.passed && !event.skipped).length,
    failed: failed + faults.length,
    skipped: events.filter((event) => event.skipped).length,
    seconds: (Date.now() - startedMs) / 1000,
    report:
      failed + faults.length === 0
        ? ''
        : [output.trimEnd(), ...faults.map((fault) => `✖ ${file}: ${fault}`)].join('\n'),
  };
};
