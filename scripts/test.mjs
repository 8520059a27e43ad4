// `npm test`: installs what is missing, then runs every check and test (scripts/test).
import { followNpm } from './follow-npm.mjs';
import { fail, installWhenNeeded } from './install.mjs';
import { installSystemTools } from './system-tools.mjs';

try {
  followNpm();
  await installWhenNeeded({ withDev: true });
  installSystemTools();
  const { register } = await import('tsx/esm/api');
  register();
  const { runTests } = await import('./test/run-tests.ts');
  process.exitCode = await runTests(process.argv.slice(2));
} catch (error) {
  // Whoever reads only the last line must not take a run that never began for a good one.
  process.on('exit', () => console.log('0 passed, 1 failed'));
  fail(error);
}
