// Turns zod's issues into FastAPI's detail list; exhaustive over zod's issue codes.
import type { z } from 'zod';
import type { ValidationIssue } from './error-body.ts';

export type InputPlace = 'body' | 'query' | 'path' | 'header';

type Issue = z.core.$ZodIssue;

const typeOfExpected: Readonly<Record<string, string>> = {
  string: 'string_type',
  // zod does not tell a number from an integer here; every number the contract takes is an integer.
  number: 'int_type',
  int: 'int_type',
  boolean: 'bool_type',
  array: 'list_type',
  tuple: 'list_type',
  object: 'dict_type',
  record: 'dict_type',
  null: 'none_required',
};

const invalidType = (issue: Extract<Issue, { code: 'invalid_type' }>): string => {
  if (issue.input === undefined) return 'missing';
  if (issue.expected === 'int' && typeof issue.input === 'number') return 'int_from_float';
  return typeOfExpected[issue.expected] ?? 'value_error';
};

const sized = (origin: string, small: boolean): string => {
  if (origin === 'string') return small ? 'string_too_short' : 'string_too_long';
  if (origin === 'number' || origin === 'int' || origin === 'bigint') {
    return small ? 'greater_than_equal' : 'less_than_equal';
  }
  return small ? 'too_short' : 'too_long';
};

const formatType = (format: string): string => {
  if (format === 'url') return 'url_parsing';
  if (format === 'regex') return 'string_pattern_mismatch';
  if (format === 'datetime') return 'datetime_parsing';
  return 'value_error';
};

const pydanticType = (issue: Issue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return invalidType(issue);
    case 'too_small':
      return sized(issue.origin, true);
    case 'too_big':
      return sized(issue.origin, false);
    case 'invalid_format':
      return formatType(issue.format);
    case 'not_multiple_of':
      return 'multiple_of';
    case 'unrecognized_keys':
      return 'extra_forbidden';
    case 'invalid_value':
      return issue.values.length === 1 ? 'literal_error' : 'enum';
    case 'invalid_union':
      return 'union_error';
    case 'invalid_key':
    case 'invalid_element':
      return 'value_error';
    case 'custom':
      return typeof issue.params?.['type'] === 'string' ? issue.params['type'] : 'value_error';
  }
};

const messageOf = (issue: Issue, type: string): string => {
  if (type === 'missing') return 'Field required';
  if (type === 'extra_forbidden') return 'Extra inputs are not permitted';
  return issue.message;
};

/** The numbers and choices a client may want to show; never functions or big values. */
const contextOf = (issue: Issue): Record<string, unknown> | undefined => {
  if (issue.code === 'too_small') return { min: Number(issue.minimum) };
  if (issue.code === 'too_big') return { max: Number(issue.maximum) };
  if (issue.code === 'invalid_value') return { expected: issue.values.map(String).join(', ') };
  return undefined;
};

const longestInput = 200;

/** Echoes a small input back, so that a client sees what was meant; a large one is left out. */
const inputOf = (value: unknown): { input: unknown } | Record<never, never> => {
  if (value === undefined) return {};
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return { input: value };
  if (typeof value === 'string' && value.length <= longestInput) return { input: value };
  return {};
};

const located = (loc: (string | number)[], issue: Issue, input: unknown): ValidationIssue => {
  const type = pydanticType(issue);
  const ctx = contextOf(issue);
  return { loc, msg: messageOf(issue, type), type, ...inputOf(input), ...(ctx ? { ctx } : {}) };
};

const pathOf = (path: readonly PropertyKey[]): (string | number)[] =>
  path.map((part) => (typeof part === 'number' ? part : String(part)));

const flatten = (issue: Issue): Issue[] => {
  if (issue.code !== 'invalid_union') return [issue];
  const branch = issue.errors.find((errors) => errors.length > 0);
  if (!branch) return [issue];
  return branch.flatMap((inner) => flatten({ ...inner, path: [...issue.path, ...inner.path] } as Issue));
};

export const validationIssues = (place: InputPlace, error: z.ZodError): ValidationIssue[] =>
  error.issues.flatMap(flatten).flatMap((issue) => {
    const loc = [place, ...pathOf(issue.path)];
    if (issue.code !== 'unrecognized_keys') return [located(loc, issue, issue.input)];
    return issue.keys.map((key) => located([...loc, key], issue, undefined));
  });
