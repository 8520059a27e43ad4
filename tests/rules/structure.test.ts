// The shape every file keeps: size, name, header, no barrels, no excuses; and what the documents promise exists.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { workerFlags } from '../../server/supervisor/part-plans.ts';
import { inProject, projectRoot } from '../../server/supervisor/project-paths.ts';

const read = (file: string): string => readFileSync(inProject(file), 'utf8');
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: projectRoot,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(inProject(file)));

// public/ holds other people's files as they published them.
const sources = tracked.filter(
  (file) => /[.](ts|tsx|mjs)$/.test(file) && !/^(server\/db\/generated|public)\//.test(file),
);
const product = sources.filter((file) => !/[.]test[.]tsx?$/.test(file));

const breaking = (files: readonly string[], breaks: (file: string) => boolean): string[] =>
  files.filter(breaks);

test('there is something to look at', () => {
  assert.ok(sources.length >= 100, `only ${sources.length} source files`);
});

test('no file has more than 400 lines, and 19 of 20 have at most 250', () => {
  const lengths = sources.map((file) => ({
    file,
    lines: read(file)
      .split('\n')
      .filter((line) => line.trim() !== '').length,
  }));
  lengths.sort((a, b) => a.lines - b.lines);
  assert.deepEqual(
    lengths.filter(({ lines }) => lines > 400),
    [],
  );
  const [at95] = lengths.slice(Math.floor(lengths.length * 0.95));
  assert.ok((at95?.lines ?? 0) <= 250, `the 95th percentile is ${at95?.file} with ${at95?.lines} lines`);
});

test('file names are kebab-case and say what the file is', () => {
  const kebab = /^_?[a-z0-9]+(-[a-z0-9]+)*([.](test|page|module|config|d))*[.](ts|tsx|mjs)$/;
  const dotted = /^[.][a-z-]+[.]mjs$/;
  const vague = /^(utils?|helpers?|common|managers?|types|misc|shared|stuff|lib|index)([.]|$)/;
  const badName = (file: string): boolean => {
    const name = path.basename(file);
    return !(kebab.test(name) || dotted.test(name)) || file.split('/').some((part) => vague.test(part));
  };
  assert.deepEqual(breaking(sources, badName), []);
});

test('every file of the product starts with a comment that tells its responsibility', () => {
  const starts = /^(#!.*\n)?(['"]use (client|server)['"];\n+)?(\/\/ \S|\/\*\*)/;
  const oneLineRoute = (file: string): boolean => /^app\/.*\/route[.]ts$/.test(file);
  assert.deepEqual(
    breaking(product, (file) => !starts.test(read(file)) && !oneLineRoute(file)),
    [],
  );
});

test('no file only passes on what others export, but routes, which Next finds by name', () => {
  const isBarrel = (file: string): boolean => {
    const code = read(file)
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/^\s*(\/\/.*)?$/gm, '')
      .trim();
    return (
      code !== '' && code.replace(/export (type )?(\*|\{[^}]*\})( as \w+)? from '[^']+';?/g, '').trim() === ''
    );
  };
  assert.deepEqual(
    breaking(
      product.filter((file) => !file.startsWith('app/')),
      isBarrel,
    ),
    [],
  );
});

test('no test is skipped, singled out or left for later', () => {
  const excuse = /\b(test|it|describe|suite)[.](skip|only|todo)\b|\{ *(skip|only|todo): */;
  const self = 'tests/rules/structure.test.ts';
  assert.deepEqual(
    breaking(sources, (file) => file !== self && excuse.test(read(file))),
    [],
  );
});

test('a rule is switched off only with a reason beside it', () => {
  const self = 'tests/rules/structure.test.ts';
  const bare =
    /(oxlint|eslint)-disable(?![^\n]*--\s+\S)|@ts-(ignore|nocheck)|@ts-expect-error(?!\s+\S)|prettier-ignore(?!\s+\S)/;
  assert.deepEqual(
    breaking(sources, (file) => file !== self && bare.test(read(file))),
    [],
  );
});

type Manifest = { scripts: Record<string, string>; allowScripts: Record<string, boolean> };
const manifest = JSON.parse(read('package.json')) as Manifest;

test('every npm script runs a file that exists', () => {
  const named = Object.values(manifest.scripts).flatMap(
    (script) => script.match(/[\w./-]+[.](mjs|ts)\b/g) ?? [],
  );
  assert.ok(named.length > 0);
  assert.deepEqual(
    named.filter((file) => !existsSync(inProject(file))),
    [],
  );
});

test('every npm command and every file that a document names exists', () => {
  const documents = tracked.filter((file) => /^[^/]+[.]md$/.test(file));
  assert.ok(documents.length > 0);
  for (const document of documents) {
    const text = read(document);
    const commands = [...text.matchAll(/\bnpm (?:run )?(?!ci\b|install\b|run\b|pack\b|-|\d)([a-z][\w:-]*)/g)]
      .map(([whole, name]) => ({ whole, name: name ?? '' }))
      .filter(({ whole, name }) => whole.includes('run ') || ['start', 'test'].includes(name));
    const missing = commands.filter(({ name }) => !(name in manifest.scripts)).map(({ whole }) => whole);
    assert.deepEqual(missing, [], `${document} names npm scripts that do not exist`);
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, link]) => link ?? '');
    assert.deepEqual(
      links.filter((link) => !existsSync(inProject(link))),
      [],
      `${document} links to missing files`,
    );
  }
});

test('the lockfile names no place to download from: every registry serves it', () => {
  const lock = read('package-lock.json');
  assert.doesNotMatch(lock, /"resolved": "https?:/);
});

test('every package with an install script is decided on: allowed or denied', () => {
  const lock = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { hasInstallScript?: boolean; name?: string }>;
  };
  const scripted = Object.entries(lock.packages)
    .filter(([place, { hasInstallScript }]) => place !== '' && hasInstallScript)
    .map(([place, { name }]) => name ?? place.replace(/^.*node_modules\//, ''));
  assert.deepEqual(
    [...new Set(scripted)].filter((name) => !(name in manifest.allowScripts)),
    [],
  );
});

test('the lockfile has every platform of every package: npm ci refuses it otherwise', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { optionalDependencies?: Record<string, string> }>;
  };
  const places = Object.keys(packages);
  const absent = Object.values(packages)
    .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
    .filter((name) => !places.some((place) => place.endsWith(`node_modules/${name}`)));
  assert.deepEqual(absent, []);
});

test('the worker of the image runs with the options that `npm start` gives it', () => {
  const [, command] = /^CMD (\[.*\])$/m.exec(read('workers/Dockerfile')) ?? [];
  const words = JSON.parse(command ?? '[]') as string[];
  const options = words.slice(1, words.indexOf('--import'));
  assert.deepEqual(options, workerFlags);
});
