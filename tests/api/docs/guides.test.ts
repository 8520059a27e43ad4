// What the guides say of things that stand elsewhere in the repository is true of them.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { adminCommands } from '../../../scripts/admin/commands.ts';
import { limits } from '../../../server/contract/limits.ts';
import { operationIds } from '../../../server/contract/operation-table.ts';
import type { Env } from '../../../server/env.ts';
import { type Block, plainText } from '../../../server/pages/markdown/markdown-tree.ts';
import { parseMarkdown } from '../../../server/pages/markdown/parse-markdown.ts';
import { guideNames, legalNames } from '../../../server/pages/page-paths.ts';
import { guideMarkdown, headingOf, legalMarkdown, readGuide } from '../../../server/pages/read-guide.ts';
import { settingsTable } from '../../../server/pages/settings-table.ts';
import { factsOf } from '../../../server/pages/site-facts.ts';
import { inProject } from '../../../server/supervisor/project-paths.ts';
import { catalogue } from '../../../workers/models/catalogue.ts';
import { productsOf } from '../../../workers/models/products.ts';

const read = (file: string): string => readFileSync(inProject(file), 'utf8');

const facts = factsOf({
  SITE_URL: 'https://partbook.example',
  FREE_SPLITS_PER_MONTH: 7,
  PRO_SPLITS_PER_MONTH: 70,
  MAX_DURATION_SECONDS: 1800,
} as Env);

const guide = (name: (typeof guideNames)[number]): Block[] => parseMarkdown(readGuide(name, facts));

const rowsOf = (blocks: readonly Block[]): string[][] =>
  blocks.flatMap((block) =>
    block.kind === 'table' ? block.rows.map((row) => row.map((cell) => plainText(cell))) : [],
  );

const firstCells = (blocks: readonly Block[]): string[] => rowsOf(blocks).map(([cell = '']) => cell);

describe('every text', () => {
  const texts = [
    ...(['index', ...guideNames] as const).map((name) => [name, guideMarkdown(name, facts)] as const),
    ...legalNames.map((name) => [name, legalMarkdown(name, facts)] as const),
  ];
  for (const [name, text] of texts) {
    test(`${name} has a title and a sentence on what it is, and nothing is left to fill in`, () => {
      const { title, description } = headingOf(text);
      assert.ok(title.length > 2 && title.length < 40, title);
      assert.match(description, /^[A-Z].{30,240}[.]$/);
      assert.doesNotMatch(text, /\{\{|undefined|NaN|\]\(\//);
    });
  }

  test('is one that the site shows: no file lies unread', () => {
    const files = (folder: string): string[] =>
      readdirSync(inProject('docs', folder)).map((file) => file.replace(/[.]md$/, ''));
    assert.deepEqual(files('guides').sort(), ['index', ...guideNames].sort());
    assert.deepEqual(files('legal').sort(), [...legalNames].sort());
  });
});

test('the numbers are those of the contract and of the installation', () => {
  const library = guideMarkdown('library', facts);
  assert.match(library, new RegExp(`${limits.directUploadBytes / 1024 / 1024} MB`));
  assert.match(library, /30 minutes/);
  assert.match(guideMarkdown('getting-started', facts), /\| Songs a month \| 7 \| 70 \|/);
});

test('the shortcuts of the practice room are those of its help sheet', () => {
  const sheet = [
    ...read('app/(practice)/_room/shortcut-sheet.tsx').matchAll(/\['([^']+)', '([^']+)'\]/g),
  ].map(([, key = '', what = '']) => [JSON.parse(`"${key}"`) as string, what]);
  assert.ok(sheet.length >= 15);
  const told = rowsOf(guide('practice-room'));
  assert.deepEqual(told.slice(-sheet.length), sheet);
});

describe('self-hosting', () => {
  const variablesOf = (file: string): string[] =>
    [...read(file).matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name = '']) => name);

  /** What an operator may set: not what Node sets, nor what only tests of an installation set. */
  const settable = (): string[] =>
    variablesOf('server/env.ts').filter((name) => name !== 'NODE_ENV' && !name.startsWith('FETCH_STAND_IN_'));

  test('tells every variable of the app with its default', () => {
    const names = settable();
    assert.ok(names.length > 30);
    const told = settingsTable();
    assert.deepEqual(
      names.filter((name) => !told.includes(`| \`${name}\` |`)),
      [],
    );
    assert.match(told, /\| `MAX_DURATION_SECONDS` \| `3600` \|/);
  });

  test('tells every variable of the worker', () => {
    const told = firstCells(guide('self-hosting'));
    const names = [...variablesOf('workers/env.ts'), ...variablesOf('workers/separators/settings.ts')];
    assert.ok(names.length > 12);
    assert.deepEqual(
      names.filter((name) => !told.includes(name)),
      [],
    );
  });

  test('the README tells every variable of the app too', () => {
    const readme = read('README.md');
    const names = settable();
    assert.deepEqual(
      names.filter((name) => !readme.includes(`\`${name}\``)),
      [],
    );
  });

  test('names commands that exist', () => {
    const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;
    for (const name of guideNames) {
      const text = readGuide(name, facts);
      for (const [whole, run, script = ''] of text.matchAll(/\bnpm (run )?([a-z-]+)/g)) {
        if (run || ['start', 'test'].includes(script)) assert.ok(script in scripts, `${name}: ${whole}`);
      }
      for (const [whole, command = ''] of text.matchAll(/npm run admin -- ([a-z-]+)/g)) {
        assert.ok(command === 'help' || command in adminCommands, `${name}: ${whole}`);
      }
    }
  });
});

test('the models guide lists the catalogue: ids, products, licences', () => {
  const rows = rowsOf(guide('models')).filter((row) => row.length === 4);
  const told = rows.slice(-catalogue().length);
  assert.deepEqual(
    told,
    catalogue().map((manifest) => [
      manifest.id,
      manifest.title,
      productsOf(manifest).join(', '),
      manifest.licence.name,
    ]),
  );
});

test('links to an operation of the reference name one', () => {
  for (const name of ['index', ...guideNames] as const) {
    for (const [, anchor = ''] of readGuide(name, facts).matchAll(/\/docs\/api#(\w+)/g)) {
      assert.ok(anchor === 'schemas' || (operationIds as string[]).includes(anchor), `${name}: ${anchor}`);
    }
  }
});
