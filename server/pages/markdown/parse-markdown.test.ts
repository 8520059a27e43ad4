import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainText } from './markdown-tree.ts';
import { parseInline } from './parse-inline.ts';
import { parseMarkdown } from './parse-markdown.ts';

const text = (value: string) => ({ kind: 'text', text: value });

test('a line holds code, strong, emphasis, links and escaped signs, one inside the other', () => {
  assert.deepEqual(parseInline('a `b*c*` **d *e*** \\*f'), [
    text('a '),
    { kind: 'code', text: 'b*c*' },
    text(' '),
    { kind: 'strong', children: [text('d '), { kind: 'emphasis', children: [text('e')] }] },
    text(' *f'),
  ]);
  assert.deepEqual(parseInline('see [the `x` page](/docs/x#y), then <https://a.org/>'), [
    text('see '),
    { kind: 'link', href: '/docs/x#y', children: [text('the '), { kind: 'code', text: 'x' }, text(' page')] },
    text(', then '),
    { kind: 'link', href: 'https://a.org/', children: [text('https://a.org/')] },
  ]);
  assert.deepEqual(parseInline('2 * 3 * 4 and `` a`b ``'), [
    text('2 * 3 * 4 and '),
    { kind: 'code', text: 'a`b' },
  ]);
  assert.deepEqual(parseInline('Bearer <key>'), [text('Bearer <key>')]);
});

test('headings get addresses, the same words twice get two', () => {
  const blocks = parseMarkdown('# One `two`\n## Set up\n\ntext\n## Set up\n');
  assert.deepEqual(
    blocks.flatMap((block) => (block.kind === 'heading' ? [[block.level, block.id]] : [])),
    [
      [1, 'one-two'],
      [2, 'set-up'],
      [2, 'set-up-2'],
    ],
  );
});

test('paragraphs join their lines and end at whatever begins', () => {
  const kinds = parseMarkdown('a\nb\n- c\n\nd\n> e\n> f\n```sh\ng\n```\n| h |\n|---|\n| i \\| j |').map(
    (block) => block.kind,
  );
  assert.deepEqual(kinds, ['paragraph', 'list', 'paragraph', 'quote', 'code', 'table']);
  const [first] = parseMarkdown('a\n  b');
  assert.ok(first?.kind === 'paragraph');
  assert.equal(plainText(first.children), 'a b');
});

test('code keeps every sign and its label', () => {
  assert.deepEqual(parseMarkdown('```ts TypeScript\nconst a = `x`;\n\n  # **b**\n```\nafter'), [
    { kind: 'code', language: 'ts', label: 'TypeScript', text: 'const a = `x`;\n\n  # **b**' },
    { kind: 'paragraph', children: [text('after')] },
  ]);
});

test('lists nest, hold code and go on after a blank line', () => {
  const [list, ...rest] = parseMarkdown(
    '1. one\n   more\n\n   ```sh\n   x\n   ```\n2. two\n   - inner\n   - other\n\n3. three\n\nafter',
  );
  assert.ok(list?.kind === 'list' && list.ordered);
  assert.equal(list.items.length, 3);
  assert.deepEqual(
    list.items.map((item) => item.map((block) => block.kind)),
    [['paragraph', 'code'], ['paragraph', 'list'], ['paragraph']],
  );
  assert.deepEqual(
    rest.map((block) => block.kind),
    ['paragraph'],
  );
});

test('a cell may hold an escaped bar', () => {
  const [table] = parseMarkdown('| a | b |\n|---|---|\n| `x` | y \\| z |');
  assert.ok(table?.kind === 'table');
  assert.deepEqual(
    table.rows[0]?.map((cell) => plainText(cell)),
    ['x', 'y | z'],
  );
});
