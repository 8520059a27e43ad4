import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { contentHash } from './content-hash.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'partbook-hash-'));
after(() => rmSync(root, { recursive: true, force: true }));

const write = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};
const hash = (): string => contentHash(root, ['a', 'b.txt', 'missing'], (file) => file.endsWith('.test'));

test('content, name and place of a file count; when it was written and what is skipped do not', () => {
  write('a/one', '1');
  write('a/deep/two', '2');
  write('b.txt', '3');
  const first = hash();
  write('a/one', '1');
  write('a/x.test', 'anything');
  write('elsewhere', 'x');
  assert.equal(hash(), first);
  write('a/one', '11');
  const second = hash();
  assert.notEqual(second, first);
  write('a/one', '1');
  renameSync(path.join(root, 'a/deep/two'), path.join(root, 'a/deep/three'));
  assert.equal(new Set([first, second, hash()]).size, 3);
});
