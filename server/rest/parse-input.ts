// Parses path, query, headers and body of a request with the schemas of its operation; all faults in one answer.
import type { z } from 'zod';
import type { ValidationIssue } from '../contract/error-body.ts';
import type { Operation } from '../contract/operation-table.ts';
import { type InputPlace, validationIssues } from '../contract/validation-issues.ts';
import { AppError } from '../operations/app-error.ts';
import { readJson } from './read-json.ts';

export type ParsedInput = { params: unknown; query: unknown; headers: unknown; body: unknown };

/** A repeated query parameter is a list, which no schema of ours accepts: it becomes a type error. */
const queryValues = (search: URLSearchParams): Record<string, string | string[]> =>
  Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );

const headerValues = (headers: Headers, schema: z.ZodObject): Record<string, string> =>
  Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );

type Parsed = { value: unknown; issues: ValidationIssue[] };

export const parsePlace = (place: InputPlace, schema: z.ZodType | undefined, value: unknown): Parsed => {
  if (!schema) return { value: undefined, issues: [] };
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return { value: result.data, issues: [] };
  return { value: undefined, issues: validationIssues(place, result.error) };
};

const hasNul = (values: Record<string, string | string[]>): boolean =>
  Object.values(values).some((value) => [value].flat().some((text) => text.includes('\u0000')));

export const parseInput = async (
  operation: Operation,
  request: Request,
  params: Record<string, string>,
): Promise<ParsedInput> => {
  const query = queryValues(new URL(request.url).searchParams);
  if (hasNul(query) || hasNul(params)) throw new AppError('bad_request', { message: 'NUL is not accepted.' });
  const parsed = {
    params: parsePlace('path', operation.params, params),
    query: parsePlace('query', operation.query, query),
    headers: parsePlace(
      'header',
      operation.headers,
      operation.headers ? headerValues(request.headers, operation.headers) : {},
    ),
    body: parsePlace('body', operation.body, operation.body ? await readJson(request) : undefined),
  };
  const detail = Object.values(parsed).flatMap((part) => part.issues);
  if (detail.length > 0) throw new AppError('validation_failed', { detail });
  return {
    params: parsed.params.value,
    query: parsed.query.value,
    headers: parsed.headers.value,
    body: parsed.body.value,
  };
};
