import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prefersMarkdown } from './accept-header.ts';

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

const cases: readonly [string | null, boolean][] = [
  [null, false],
  ['', false],
  ['*/*', false],
  ['text/*', false],
  ['text/html', false],
  ['text/plain', false],
  [browser, false],
  [`${browser},text/markdown;q=0.1`, false],
  ['text/markdown', true],
  ['TEXT/Markdown; Charset=UTF-8', true],
  ['text/markdown;q=0.9, text/html;q=0.8', true],
  ['text/markdown;q=0.8, text/html;q=0.9', false],
  ['text/markdown, text/html, */*', true],
  ['text/html, text/markdown', true],
  ['text/markdown;q=0.5, */*', false],
  ['text/markdown;q=0.5, */*;q=0.4', true],
  ['text/markdown;q=0.5, text/*;q=0.6, */*;q=0.1', false],
  ['text/markdown;q=0', false],
  ['text/markdown;q=0.000, text/html;q=0', false],
  ['text/markdown; q = 1.000 ;ext=1', true],
  ['text/markdown;q=often', false],
  ['text/markdown;q=1.5', false],
  ['application/json, text/markdown;q=0.2', true],
  [',,;q=1,text/markdown', true],
  [`text/markdown;q=${'0'.repeat(100)}`, false],
];

for (const [accept, expected] of cases) {
  test(`Accept: ${String(accept)} gets ${expected ? 'markdown' : 'the page'}`, () => {
    assert.equal(prefersMarkdown(accept), expected);
  });
}

test('a long header is read in time that grows with its length only', () => {
  assert.equal(prefersMarkdown(`${'text/html;'.repeat(2_000)}q=1`), false);
});
