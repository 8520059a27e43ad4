// Runs one TypeScript file of the project, so that `npm run <verb>` works on every supported Node, installed or not.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { followNpm } from './follow-npm.mjs';
import { fail, installWhenNeeded } from './install.mjs';

try {
  const [name, ...args] = process.argv.slice(2);
  const file = path.join(path.dirname(import.meta.dirname), String(name));
  followNpm();
  await installWhenNeeded({ withDev: false });
  const { register } = await import('tsx/esm/api');
  register();
  // The file sees its own name and arguments, as if it had been started directly.
  process.argv = [process.execPath, file, ...args];
  await import(pathToFileURL(file).href);
} catch (error) {
  fail(error);
}
