import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { queryInteger } from './query-number.ts';
import { validationIssues } from './validation-issues.ts';

type Row = [name: string, schema: z.ZodType, input: unknown, loc: (string | number)[], type: string];

/** One row per way an input can be wrong; together they reach every issue code zod has. */
const rows: Row[] = [
  ['a missing field', z.object({ a: z.string() }), {}, ['body', 'a'], 'missing'],
  ['a missing body', z.object({ a: z.string() }), undefined, ['body'], 'missing'],
  ['a number for a text', z.object({ a: z.string() }), { a: 1 }, ['body', 'a'], 'string_type'],
  ['a text for a number', z.object({ a: z.number() }), { a: 'x' }, ['body', 'a'], 'int_type'],
  ['a text for an integer', z.object({ a: z.int() }), { a: 'x' }, ['body', 'a'], 'int_type'],
  ['a fraction for an integer', z.object({ a: z.int() }), { a: 1.5 }, ['body', 'a'], 'int_from_float'],
  ['a text for a boolean', z.object({ a: z.boolean() }), { a: 'x' }, ['body', 'a'], 'bool_type'],
  ['an object for a list', z.object({ a: z.array(z.string()) }), { a: {} }, ['body', 'a'], 'list_type'],
  ['a list for an object', z.object({ a: z.object({}) }), { a: [] }, ['body', 'a'], 'dict_type'],
  ['null for a text', z.object({ a: z.string() }), { a: null }, ['body', 'a'], 'string_type'],
  ['a short text', z.object({ a: z.string().min(2) }), { a: 'x' }, ['body', 'a'], 'string_too_short'],
  ['a long text', z.object({ a: z.string().max(2) }), { a: 'xxx' }, ['body', 'a'], 'string_too_long'],
  ['a short list', z.object({ a: z.array(z.int()).min(1) }), { a: [] }, ['body', 'a'], 'too_short'],
  ['a long list', z.object({ a: z.array(z.int()).max(1) }), { a: [1, 2] }, ['body', 'a'], 'too_long'],
  ['a small number', z.object({ a: z.int().min(1) }), { a: 0 }, ['body', 'a'], 'greater_than_equal'],
  ['a big number', z.object({ a: z.int().max(1) }), { a: 2 }, ['body', 'a'], 'less_than_equal'],
  ['an unknown choice', z.object({ a: z.enum(['x', 'y']) }), { a: 'z' }, ['body', 'a'], 'enum'],
  ['another literal', z.object({ a: z.literal('x') }), { a: 'z' }, ['body', 'a'], 'literal_error'],
  ['no address', z.object({ a: z.url() }), { a: 'x' }, ['body', 'a'], 'url_parsing'],
  ['no time', z.object({ a: z.iso.datetime() }), { a: 'x' }, ['body', 'a'], 'datetime_parsing'],
  [
    'a broken pattern',
    z.object({ a: z.string().regex(/^b/) }),
    { a: 'x' },
    ['body', 'a'],
    'string_pattern_mismatch',
  ],
  ['no mail address', z.object({ a: z.email() }), { a: 'x' }, ['body', 'a'], 'value_error'],
  ['no multiple', z.object({ a: z.number().multipleOf(2) }), { a: 3 }, ['body', 'a'], 'multiple_of'],
  ['an extra field', z.strictObject({}), { b: 1 }, ['body', 'b'], 'extra_forbidden'],
  ['a bad key', z.record(z.string().min(2), z.int()), { a: 1 }, ['body', 'a'], 'value_error'],
  ['a bad map value', z.map(z.string(), z.int()), new Map([[{}, 1]]), ['body'], 'value_error'],
  [
    'a failed union',
    z.object({ a: z.union([z.string(), z.int()]) }),
    { a: true },
    ['body', 'a'],
    'string_type',
  ],
  [
    'an empty union',
    z.object({ a: z.xor([z.string(), z.string()]) }),
    { a: 'x' },
    ['body', 'a'],
    'union_error',
  ],
  ['a rule of ours', z.string().refine(() => false), 'x', ['body'], 'value_error'],
  [
    'a rule of ours with a type',
    z.string().refine(() => false, { params: { type: 'unknown_split' } }),
    'x',
    ['body'],
    'unknown_split',
  ],
  [
    'a deep place',
    z.object({ a: z.array(z.object({ b: z.int() })) }),
    { a: [{ b: 1 }, {}] },
    ['body', 'a', 1, 'b'],
    'missing',
  ],
  [
    'a query number that is none',
    z.object({ a: queryInteger(1, 5, '') }),
    { a: 'x' },
    ['body', 'a'],
    'string_pattern_mismatch',
  ],
  [
    'a query number out of range',
    z.object({ a: queryInteger(1, 5, '') }),
    { a: '9' },
    ['body', 'a'],
    'less_than_equal',
  ],
];

for (const [name, schema, input, loc, type] of rows) {
  test(`${name} is told as ${type}`, () => {
    const result = schema.safeParse(input, { reportInput: true });
    assert.equal(result.success, false);
    const [issue] = validationIssues('body', result.error);
    assert.deepEqual(issue?.loc, loc);
    assert.equal(issue?.type, type);
    assert.ok((issue?.msg ?? '').length > 0);
  });
}

test('every fault is told, and long or structured inputs are not echoed', () => {
  const schema = z.strictObject({ a: z.int(), b: z.int() });
  const result = schema.safeParse({ a: 'x'.repeat(5000), b: { deep: true } }, { reportInput: true });
  const issues = validationIssues('query', result.error ?? new z.ZodError([]));
  assert.equal(issues.length, 2);
  for (const issue of issues) assert.equal('input' in issue, false);
});
