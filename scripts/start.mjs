// `npm start`: installs what is missing, then starts Partbook and keeps it running (server/supervisor).
import { followNpm } from './follow-npm.mjs';
import { fail, installWhenNeeded } from './install.mjs';

try {
  followNpm();
  await installWhenNeeded({ withDev: false });
  const { register } = await import('tsx/esm/api');
  register();
  const { runStart } = await import('./start/run-start.ts');
  await runStart();
} catch (error) {
  fail(error);
}
