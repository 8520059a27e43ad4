// Every acceptance check of the protocols (M1 to M20, A1 to A16, O1 to O21) is the name of a test.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { inProject } from '../../server/supervisor/project-paths.ts';

const checks: Readonly<Record<string, number>> = { M: 20, A: 16, O: 21 };

/** A test is named "M11, M12: what holds": numbers first, then a sentence. */
const titles =
  /\btest\(\s*(['"`])((?:[MAO]\d+|checklist|\d+)(?:, *(?:[MAO]\d+|checklist \d+|\d+))*): (\S.*?)\1/gs;

const namedIn = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(titles)].flatMap(
    ([, , numbers]) => numbers?.match(/\b[MAO]\d+\b/g) ?? [],
  );

const testFiles = readdirSync(inProject('tests'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => inProject(path.join('tests', file)));

test('each of the 57 acceptance checks names a test, and no test names one that is not there', () => {
  const expected = Object.entries(checks).flatMap(([letter, count]) =>
    Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
  );
  assert.equal(expected.length, 57);
  const named = new Set(testFiles.flatMap(namedIn));
  assert.deepEqual(
    expected.filter((check) => !named.has(check)),
    [],
  );
  assert.deepEqual(
    [...named].filter((check) => !expected.includes(check)),
    [],
  );
});
