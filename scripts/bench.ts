// `npm run bench -- <name> …`: dispatches to scripts/bench/<name>.ts, whose default export runs the measurement.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = path.join(import.meta.dirname, 'bench');
const [name = '', ...args] = process.argv.slice(2);
const names: string[] = [];
for (const file of await readdir(folder)) {
  // The others are parts of benches.
  const source = await readFile(path.join(folder, file), 'utf8');
  const isBench = /^export default (?:run;|async function run\()/m.test(source);
  if (isBench) names.push(path.basename(file, '.ts'));
}

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
