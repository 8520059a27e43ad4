// `npm run bench -- <name> …`: dispatches to scripts/bench/<name>.ts, whose default export runs the measurement.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = path.join(import.meta.dirname, 'bench');
const [name = '', ...args] = process.argv.slice(2);
const names = (await readdir(folder))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => path.basename(file, '.ts'));

if (!names.includes(name)) {
  process.stderr.write(
    `There is no bench named ${name || '(nothing)'}. Run: npm run bench -- <${names.join('|')}>\n`,
  );
  process.exitCode = 1;
} else {
  const bench = (await import(pathToFileURL(path.join(folder, `${name}.ts`)).href)) as {
    default: (args: string[]) => Promise<void>;
  };
  await bench.default(args);
}
