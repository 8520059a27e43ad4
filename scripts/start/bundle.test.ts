import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { inProject } from '../../server/supervisor/project-paths.ts';

type Bundle = (script: string) => Promise<string>;
const bundlerUrl = pathToFileURL(inProject('scripts/start/bundle.mjs')).href;
const { createBundler } = (await import(bundlerUrl)) as {
  createBundler: (root: string) => Bundle;
};

const home = mkdtempSync(path.join(os.tmpdir(), 'partbook-bundle-'));
after(() => rmSync(home, { recursive: true, force: true }));

const write = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
  writeFileSync(path.join(home, file), text);
};
const run = (file: string): string =>
  execFileSync(process.execPath, ['--enable-source-maps', file], { encoding: 'utf8', stdio: 'pipe' }).trim();

let bundle: Bundle;
beforeEach(() => {
  rmSync(home, { recursive: true, force: true });
  write('package-lock.json', '{}');
  write('tsconfig.json', '{}');
  write('scripts/start/bundle.mjs', '');
  write('server/word.ts', "export const word: string = 'one';\n");
  write('server/late.ts', "export const late: string = 'late';\n");
  write(
    'server/engine/main.ts',
    `import { word } from '../word.ts';
     const { late } = await import('../late.ts');
     console.log(word, late, import.meta.dirname, import.meta.url);\n`,
  );
  bundle = createBundler(home);
});

const said = (word: string, late = 'late'): string =>
  `${word} ${late} ${path.join(home, 'server/engine')} ${pathToFileURL(path.join(home, 'server/engine/main.ts')).href}`;

test('a program runs from its bundle as if from its own place, and is made once', async () => {
  const file = await bundle('server/engine/main.ts');
  assert.equal(file, path.join(home, '.build/server/engine/main.mjs'));
  assert.equal(run(file), said('one'));
  const { ino } = statSync(file);
  write('server/unrelated.ts', 'export {};\n');
  await bundle('server/engine/main.ts');
  await createBundler(home)('server/engine/main.ts');
  assert.equal(statSync(file).ino, ino);
});

test('it is made anew when a file of its own or a tool changes, and when a late part is missing', async () => {
  const file = await bundle('server/engine/main.ts');
  write('server/word.ts', "export const word: string = 'two';\n");
  await bundle('server/engine/main.ts');
  assert.equal(run(file), said('two'));
  write('server/late.ts', "export const late: string = 'later';\n");
  await bundle('server/engine/main.ts');
  assert.equal(run(file), said('two', 'later'));

  const made = statSync(file).ino;
  write('package-lock.json', '{ }');
  await bundle('server/engine/main.ts');
  assert.notEqual(statSync(file).ino, made);

  rmSync(path.join(home, '.build/parts'), { recursive: true });
  await bundle('server/engine/main.ts');
  assert.equal(run(file), said('two', 'later'));
});

test('a project that was moved is bundled anew', async () => {
  await bundle('server/engine/main.ts');
  const moved = `${home}-moved`;
  cpSync(home, moved, { recursive: true });
  try {
    const file = await createBundler(moved)('server/engine/main.ts');
    assert.ok(run(file).includes(path.join(moved, 'server/engine')));
  } finally {
    rmSync(moved, { recursive: true });
  }
});

test('a file that a kill left damaged is made anew, and no draft is left', async () => {
  const file = await bundle('server/engine/main.ts');
  const text = readFileSync(file, 'utf8');
  for (const damaged of ['', text.slice(0, 40), text.slice(0, -20)]) {
    writeFileSync(file, damaged);
    await createBundler(home)('server/engine/main.ts');
    assert.equal(readFileSync(file, 'utf8'), text);
  }
  assert.deepEqual(
    readdirSync(path.join(home, '.build/parts')).filter((name) => name.endsWith('.draft')),
    [],
  );
});

test('several at once, of two processes, come out whole', async () => {
  write('server/web.ts', "import { word } from './word.ts';\nconsole.log('web', word);\n");
  const start = `const { createBundler } = await import(${JSON.stringify(bundlerUrl)});
    const bundle = createBundler(${JSON.stringify(home)});
    await Promise.all(['server/engine/main.ts', 'server/web.ts'].map(bundle));`;
  const node = (): Promise<unknown> =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', start]);
  await Promise.all([node(), node(), node()]);
  assert.equal(run(path.join(home, '.build/server/engine/main.mjs')), said('one'));
  assert.equal(run(path.join(home, '.build/server/web.mjs')), 'web one');
});

test('a source that cannot be read is named, and the next try works', async () => {
  write('server/word.ts', 'export const word = ;\n');
  await assert.rejects(bundle('server/engine/main.ts'), /server\/word[.]ts:1:20/);
  write('server/word.ts', "export const word = 'mended';\n");
  assert.equal(run(await bundle('server/engine/main.ts')), said('mended'));
});

test('the inference process, which every song waits for, loads nothing but Node and the runtime of the models', async () => {
  const own = createBundler(inProject('.'));
  for (const script of ['workers/child.ts', 'workers/separators/separation-thread.ts']) {
    const text = readFileSync(await own(script), 'utf8');
    const packages = [...text.matchAll(/^import .*?["']([^"']+)["'];$/gm)].map(([, name]) => name ?? '');
    assert.ok(packages.includes(script.endsWith('child.ts') ? 'node:worker_threads' : 'onnxruntime-node'));
    const allowed = (name: string): boolean => name.startsWith('node:') || name === 'onnxruntime-node';
    assert.deepEqual(
      packages.filter((name) => !allowed(name)),
      [],
      script,
    );
  }
});

test('an error names the line of the source', async () => {
  write('server/word.ts', "const word: string = '';\n\nthrow new Error(`no ${word}word`);\n");
  write('server/engine/main.ts', "import '../word.ts';\n");
  const file = await bundle('server/engine/main.ts');
  assert.throws(() => run(file), /server\/word[.]ts:3:7/);
});
