// Has the home page's demo song split once, and again only when it or the bundled model has changed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { contentHash } from './content-hash.ts';
import { inProject, projectRoot } from './project-paths.ts';
import { runCommand } from './run-command.ts';

const sources = ['scripts/demo.ts', 'scripts/demo-song', 'workers/bundled'];
const withinMs = 6 * 60_000;
const stampFile = inProject('public/demo/made.txt');

/** Without it the home page goes without its demo: that is no reason not to start. */
export const ensureDemoSong = async (say: (line: string) => void): Promise<void> => {
  const hash = contentHash(projectRoot, sources);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) return;
  say('Splitting the song of the demo room …');
  const { PATH, HOME, TMPDIR } = process.env;
  const done = await runCommand([process.execPath, '--import', 'tsx', inProject('scripts/demo.ts')], {
    cwd: projectRoot,
    timeoutMs: withinMs,
    env: { PATH, HOME, TMPDIR },
  });
  if (done.code === 0) writeFileSync(stampFile, hash);
  else
    say(`The demo song could not be split; the home page goes without it. ${done.output.trim().slice(-300)}`);
};
