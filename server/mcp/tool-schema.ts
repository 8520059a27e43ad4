// The JSON Schemas that clients are shown for a tool, made from the contract's schemas.
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { McpTool } from '../contract/mcp-tools.ts';

type Json = Record<string, unknown>;

const isBound = (key: string, value: unknown): boolean =>
  (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
  (key === 'maximum' && value === Number.MAX_SAFE_INTEGER);

/** Leaves out what only repeats: patterns beside formats, bounds of every integer, the ids of definitions. */
const trimmed = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(trimmed);
  if (typeof node !== 'object' || node === null) return node;
  const has = node as Json;
  return Object.fromEntries(
    Object.entries(has)
      .filter(
        ([key, value]) => !(isBound(key, value) || (key === 'pattern' && typeof has['format'] === 'string')),
      )
      .filter(([key, value]) => !(key === 'id' && typeof value === 'string'))
      .map(([key, value]) => [key, trimmed(value)]),
  );
};

const convert = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _schema, ...rest } = trimmed(z.toJSONSchema(schema, { io })) as Json;
  return rest;
};

const errorProperties = {
  error: { type: 'string', description: 'A code, for example limit_reached, plan_required, not_found.' },
  message: { type: 'string', description: 'What happened and what to do next.' },
  upgrade_url: { type: 'string', format: 'uri' },
  retry_after_seconds: { type: 'integer' },
  detail: { type: 'array', items: { type: 'object' }, description: 'Which arguments are not valid.' },
};

/** Some clients check errors against the output schema too, so it says both: the result, or error and message. */
const withErrors = (output: Json): Json => {
  const { required, properties, ...rest } = output;
  const alternatives = Array.isArray(required) && required.length > 0 ? [{ required }] : splitOrBatch;
  return {
    ...rest,
    properties: { ...(properties as Json), ...errorProperties },
    anyOf: [...alternatives, { required: ['error', 'message'] }],
  };
};
const splitOrBatch = [{ required: ['split'] }, { required: ['batch'] }];

/** Arguments are checked by the tool itself, which answers with the contract's own error. */
const shown = (json: Json): StandardSchemaWithJSON<unknown, unknown> => ({
  '~standard': {
    version: 1,
    vendor: 'partbook',
    validate: (value) => ({ value }),
    jsonSchema: { input: () => json, output: () => json },
  },
});

export const toolSchemas = (tool: McpTool) => {
  const input = convert(tool.input, 'input');
  return {
    input: shown({ ...input, properties: input['properties'] ?? {} }),
    output: shown(withErrors(convert(tool.output, 'output'))),
  };
};
