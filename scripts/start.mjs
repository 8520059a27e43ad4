// `npm start`: installs what is missing, then starts Partbook and keeps it running (server/supervisor).
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { followNpm } from './follow-npm.mjs';
import { fail, installWhenNeeded } from './install.mjs';
import { createBundler } from './start/bundle.mjs';

try {
  followNpm();
  await installWhenNeeded({ withDev: false });
  process.setSourceMapsEnabled(true);
  const bundle = createBundler(path.dirname(import.meta.dirname));
  const { runStart } = await import(pathToFileURL(await bundle('scripts/start/run-start.ts')).href);
  await runStart(bundle);
} catch (error) {
  fail(error);
}
