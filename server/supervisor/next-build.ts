// Builds the site with Next once, and again only when what it is made from has changed.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { contentHash } from './content-hash.ts';
import { ensureDemoSong } from './demo-song.ts';
import { withLock } from './generation-lock.ts';
import { checkoutStateDir, inProject, projectRoot } from './project-paths.ts';
import { runCommand } from './run-command.ts';

const sources = [
  'app',
  'server',
  'workers/contract',
  'public',
  'prisma/schema.prisma',
  'package-lock.json',
  'next.config.mjs',
  'tsconfig.json',
  'instrumentation.ts',
];
const isNoSource = (file: string): boolean =>
  /[.]test[.]tsx?$/.test(file) || /^(server\/(db\/generated|supervisor)|public\/demo)(\/|$)/.test(file);

const buildWithinMs = 15 * 60_000;
const stampFile = inProject('.next/partbook-build.txt');

const isCurrent = (hash: string): boolean =>
  existsSync(inProject('.next/BUILD_ID')) &&
  existsSync(stampFile) &&
  readFileSync(stampFile, 'utf8') === hash;

/** Nothing of an installation goes into the build: several installations share one. */
const buildEnv = (): Record<string, string | undefined> => {
  const { PATH, HOME, TMPDIR, NODE_OPTIONS } = process.env;
  return { PATH, HOME, TMPDIR, NODE_OPTIONS, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
};

const build = async (hash: string): Promise<void> => {
  rmSync(stampFile, { force: true });
  const done = await runCommand([process.execPath, inProject('node_modules/next/dist/bin/next'), 'build'], {
    cwd: projectRoot,
    timeoutMs: buildWithinMs,
    env: buildEnv(),
  });
  if (done.code !== 0) throw new Error(`The site could not be built:\n${done.output.trim()}`);
  writeFileSync(stampFile, hash);
};

/** Two starts at once build once: the second waits for the first. */
export const ensureBuild = async (say: (line: string) => void): Promise<void> => {
  const currentHash = (): string => contentHash(projectRoot, sources, isNoSource);
  const lock = path.join(checkoutStateDir, 'build-lock');
  // Before the build and the start: Next lists the public files once.
  await withLock(lock, buildWithinMs, () => ensureDemoSong(say));
  if (isCurrent(currentHash())) return;
  await withLock(lock, buildWithinMs, async () => {
    // The sources may have changed while another process built.
    const hash = currentHash();
    if (isCurrent(hash)) return;
    say('Building the site (only when its sources have changed) …');
    const startedMs = Date.now();
    await build(hash);
    say(`Built in ${((Date.now() - startedMs) / 1000).toFixed(0)} s.`);
  });
};
