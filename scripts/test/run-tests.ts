// Runs the checks and the tests in order, says what each gave, and ends with the total.
import { rmSync } from 'node:fs';
import { ensureBuild } from '../../server/supervisor/next-build.ts';
import { ensurePrismaClient } from '../../server/supervisor/prisma-client.ts';
import { adminUrlVariable, startTestPostgres, type TestPostgres } from '../../tests/support/postgres.ts';
import { checkSteps, runCheckStep } from './check-steps.ts';
import { findTestFiles } from './find-test-files.ts';
import { makeRunFolder } from './run-folder.ts';
import { runTestFile } from './run-test-file.ts';
import { kindOf, testKinds, type TestKind } from './test-kinds.ts';
import { readTestOptions } from './test-options.ts';

type Total = { passed: number; failed: number; skipped: number };

const say = (line: string): void => console.log(line);

const eachAtOnce = async <T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const waiting = [...items];
  const lane = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
};

const seconds = (sinceMs: number): string => `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`;

const runChecks = async (total: Total): Promise<void> => {
  say('\n── check');
  await eachAtOnce(checkSteps, 2, async (step) => {
    const startedMs = Date.now();
    const { ok, output } = await runCheckStep(step);
    total[ok ? 'passed' : 'failed'] += 1;
    say(`${ok ? '✔' : '✖'} ${step.name}  ${seconds(startedMs)}${ok ? '' : `\n${output}`}`);
  });
};

type Run = { folder: string; env: Record<string, string>; total: Total };

const runKind = async (
  kind: TestKind,
  files: readonly string[],
  { folder, env, total }: Run,
): Promise<void> => {
  say(`\n── ${kind}`);
  const { atOnce, fileTimeoutMs, needsSite } = testKinds[kind];
  if (needsSite) await ensureBuild(say);
  await eachAtOnce(files, atOnce, async (file) => {
    const result = await runTestFile(file, { timeoutMs: fileTimeoutMs, runFolder: folder, env });
    total.passed += result.passed;
    total.failed += result.failed;
    total.skipped += result.skipped;
    if (result.report !== '') say(result.report);
    const counts = `${result.passed} passed${result.failed > 0 ? `, ${result.failed} failed` : ''}`;
    say(`${result.failed > 0 ? '✖' : '✔'} ${file}  ${counts}  ${result.seconds.toFixed(1)} s`);
  });
};

/** A run cut short ends its database and, through the exit, the test file it was at. */
const stopOnSignal = (stop: () => Promise<void>): (() => void) => {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const hear = (): void => {
    say('\nStopped before the end.');
    void stop().finally(() => process.exit(130));
  };
  for (const signal of signals) process.once(signal, hear);
  return () => {
    for (const signal of signals) process.off(signal, hear);
  };
};

const runFiles = async (files: readonly string[], total: Total): Promise<void> => {
  const folder = await makeRunFolder();
  process.env['TMPDIR'] = folder;
  let postgres: TestPostgres | undefined;
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  const ignoreSignals = stopOnSignal(async () => {
    await postgres?.stop();
    removeFolder();
  });
  try {
    postgres = await startTestPostgres();
    const env = { [adminUrlVariable]: postgres.adminUrl, PARTBOOK_TEST_RUN: folder };
    for (const kind of Object.keys(testKinds) as TestKind[]) {
      const own = files.filter((file) => kindOf(file) === kind);
      if (own.length > 0) await runKind(kind, own, { folder, env, total });
    }
  } finally {
    ignoreSignals();
    await postgres?.stop();
    removeFolder();
  }
};

/** Returns the exit code. */
export const runTests = async (args: readonly string[]): Promise<number> => {
  const options = readTestOptions(args);
  const startedMs = Date.now();
  const total: Total = { passed: 0, failed: 0, skipped: 0 };
  await ensurePrismaClient(say);
  if (options.check) await runChecks(total);
  const files = findTestFiles(options);
  if (files.length > 0) await runFiles(files, total);
  if (total.passed + total.failed === 0) throw new Error('No check and no test file matches.');
  say(`\n${seconds(startedMs)}${total.skipped > 0 ? `, ${total.skipped} skipped (counted as failed)` : ''}`);
  say(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
};
