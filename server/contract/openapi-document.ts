// Builds openapi.json (3.1.0) from the operation table: schemas, parameters, answers and errors.
import { z } from 'zod';
import { errorBody, validationErrorBody, validationIssue } from './error-body.ts';
import { type ErrorCode, errorTable } from './error-table.ts';
import { type Operation, type OperationId, operationIds, operationTable } from './operation-table.ts';
import { operationExamples } from './openapi-examples.ts';
import { requestExamples } from './request-examples.ts';

type Json = Record<string, unknown>;

const componentPath = '#/components/schemas/';

/** Collects each named schema once; input and output forms of our shapes are the same by design. */
const schemaCollector = () => {
  const components: Json = {};
  const toJson = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const converted = z.toJSONSchema(schema, {
      target: 'draft-2020-12',
      io,
      unrepresentable: 'any',
      reused: 'inline',
      override: ({ jsonSchema, zodSchema }) => {
        // A codec stands for a number that travels as text: readers are told of the number.
        if (zodSchema._zod.def.type === 'pipe' && io === 'input') {
          const out = z.toJSONSchema((zodSchema as z.ZodPipe).out as z.ZodType, { io: 'output' });
          for (const key of ['type', 'pattern']) delete (jsonSchema as Json)[key];
          for (const key of ['type', 'minimum', 'maximum']) {
            if (key in out) (jsonSchema as Json)[key] = (out as Json)[key];
          }
        }
      },
    }) as Json;
    return hoist(converted);
  };
  const hoist = (converted: Json): Json => {
    const { $defs, $schema: _schema, id, ...rest } = converted;
    for (const [name, definition] of Object.entries(($defs ?? {}) as Record<string, Json>)) {
      components[name] ??= rewrite(withoutId(definition));
    }
    const own = rewrite(rest) as Json;
    if (typeof id !== 'string') return own;
    components[id] ??= own;
    return { $ref: `${componentPath}${id}` };
  };
  const withoutId = ({ id: _id, ...definition }: Json): Json => definition;
  const rewrite = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(rewrite);
    if (node === null || typeof node !== 'object') return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) =>
        key === '$ref' && typeof value === 'string'
          ? [key, value.replace('#/$defs/', componentPath)]
          : [key, rewrite(value)],
      ),
    );
  };
  return { components, toJson };
};

type Collector = ReturnType<typeof schemaCollector>;

const parameters = (
  place: 'path' | 'query' | 'header',
  schema: z.ZodObject | undefined,
  collect: Collector,
) =>
  Object.entries(schema?.shape ?? {}).map(([name, field]) => {
    const converted = collect.toJson(field as z.ZodType, 'input');
    const { description, ...rest } = converted;
    return {
      name: place === 'header' ? 'Idempotency-Key' : name,
      in: place,
      required: place === 'path',
      ...(description ? { description } : {}),
      schema: rest,
    };
  });

const requestBody = (id: OperationId, operation: Operation, collect: Collector): Json => {
  if (!operation.body) return {};
  const example = requestExamples[id]?.json;
  const content: Json = {
    'application/json': {
      schema: collect.toJson(operation.body, 'input'),
      ...(example === undefined ? {} : { example }),
    },
  };
  if (operation.form) content['multipart/form-data'] = { schema: collect.toJson(operation.form, 'input') };
  return { requestBody: { required: true, content } };
};

const commonErrors = (operation: Operation): ErrorCode[] => {
  const takesInput = operation.params ?? operation.query ?? operation.body;
  return [
    ...(operation.credential === 'required' ? (['invalid_api_key'] as const) : []),
    ...(takesInput ? (['bad_request', 'validation_failed'] as const) : []),
    'internal_error',
    'unavailable',
  ];
};

const headerObjects = (headers: Readonly<Record<string, string>>): Json =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  );

const errorHeaders = (status: number): Json =>
  headerObjects({
    'X-Request-Id': 'Quote it when you ask for help.',
    ...(status === 401 ? { 'WWW-Authenticate': 'Bearer, with the protected-resource metadata.' } : {}),
    ...(status === 429 || status === 503 ? { 'Retry-After': 'Seconds to wait.' } : {}),
  });

const errorAnswers = (operation: Operation, collect: Collector): Json => {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set([...operation.errors, ...commonErrors(operation)])) {
    const { status } = errorTable[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${errorTable[code].message}`).join(' '),
        headers: errorHeaders(status),
        content: {
          'application/json': {
            schema: collect.toJson(status === 422 ? validationErrorBody : errorBody, 'output'),
          },
        },
      },
    ]),
  );
};

const operationObject = (id: OperationId, operation: Operation, collect: Collector): Json => {
  const example = operationExamples[id];
  const success = {
    description: operation.summary,
    headers: headerObjects({
      'X-Request-Id': 'Quote it when you ask for help.',
      ...operation.answerHeaders,
    }),
    content: {
      'application/json': {
        schema: collect.toJson(operation.answer, 'output'),
        ...(example ? { example } : {}),
      },
    },
  };
  const answers: Json = { [operation.status]: success, ...errorAnswers(operation, collect) };
  if (id === 'getHealth') answers['503'] = { ...success, description: 'A part is failing.' };
  return {
    operationId: id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    ...(operation.credential === 'required' ? {} : { security: [] }),
    parameters: [
      ...parameters('path', operation.params, collect),
      ...parameters('query', operation.query, collect),
      ...parameters('header', operation.headers, collect),
    ],
    ...requestBody(id, operation, collect),
    responses: answers,
  };
};

const tags: Readonly<Record<Operation['tag'], string>> = {
  Splits: 'Songs and their stems.',
  Batches: 'Up to ten songs at once.',
  Uploads: 'Files up to 200 MB, in parts.',
  Setlists: 'Songs in an order, behind one link.',
  Account: 'Plan, allowance and limits.',
  Service: 'Health and this document.',
};

const buildDocument = (siteUrl: string): Json => {
  const collect = schemaCollector();
  collect.toJson(validationIssue, 'output');
  const paths: Record<string, Json> = {};
  for (const id of operationIds) {
    const operation: Operation = operationTable[id];
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = operationObject(id, operation, collect);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Partbook API',
      version: '1.0.0',
      description: 'Splits songs into stems, keeps them in a library, and groups them into setlists.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this site', url: siteUrl },
    },
    externalDocs: { description: 'Guides and the reference to read', url: `${siteUrl}/docs` },
    servers: [{ url: `${siteUrl}/api/v1` }],
    security: [{ bearer: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: collect.components,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key (pb_live_…) or an OAuth access token (pb_at_…).',
        },
      },
    },
  };
};

const built = new Map<string, Json>();

export const openapiDocument = (siteUrl: string): Json => {
  const known = built.get(siteUrl) ?? buildDocument(siteUrl);
  built.set(siteUrl, known);
  return known;
};
