import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindOf } from './test-kinds.ts';
import { readTestOptions } from './test-options.ts';

test('no words mean everything', () => {
  const { check, kinds, filters } = readTestOptions([]);
  assert.equal(check, true);
  assert.equal(kinds.size, 8);
  assert.deepEqual(filters, []);
});

test('--only takes several kinds, and a path asks for its tests without the checks', () => {
  assert.deepEqual(readTestOptions(['--only', 'api,check', '--only', 'unit']), {
    check: true,
    kinds: new Set(['api', 'unit']),
    filters: [],
  });
  assert.deepEqual(readTestOptions(['./server/db']).filters, ['server/db']);
  assert.equal(readTestOptions(['server/db']).check, false);
});

test('an unknown word is refused with the usage', () => {
  assert.throws(() => readTestOptions(['--only', 'everything']), /Unknown kind "everything".*npm test/);
  assert.throws(() => readTestOptions(['--fast']), /Unknown option --fast/);
});

test('a test is of the kind of its folder, else a unit', () => {
  assert.equal(kindOf('tests/api/splits/create.test.ts'), 'api');
  assert.equal(kindOf('tests/support/postgres.test.ts'), 'unit');
  assert.equal(kindOf('server/db/migrate.test.ts'), 'unit');
});
