// The reference of the API, read from openapi.json: what the page and its markdown show, in order.
import { openapiDocument } from '../../contract/openapi-document.ts';
import type { OperationId } from '../../contract/operation-table.ts';
import { requestExamples } from '../../contract/request-examples.ts';
import { sampleCall } from './sample-call.ts';
import { type Sample, samplesOf } from './samples.ts';
import {
  type Field,
  fieldsOf,
  fieldWords,
  type Schema,
  schemaAnchor,
  schemaName,
  typeWords,
} from './schema-words.ts';

type Content = Record<string, { schema: Schema; example?: unknown }>;
type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: Schema;
};
type Answer = { description: string; headers?: Record<string, { description: string }>; content: Content };
type OpenapiOperation = {
  operationId: OperationId;
  tags: string[];
  summary: string;
  description: string;
  security?: unknown[];
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, Answer>;
};
type Document = {
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OpenapiOperation>>;
  components: { schemas: Record<string, Schema> };
};

type ReferenceParameter = Field & { place: Parameter['in'] };
type ReferenceBody = { mediaType: string; schema: string | null; fields: Field[]; samples: Sample[] };
export type ReferenceOperation = {
  id: OperationId;
  method: string;
  path: string;
  summary: string;
  description: string;
  needsKey: boolean;
  parameters: ReferenceParameter[];
  bodies: ReferenceBody[];
  samples: Sample[];
  /** What "try it" begins with. */
  example: {
    params: Readonly<Record<string, string>>;
    query: Readonly<Record<string, string>>;
    json: string | null;
  };
  answer: { status: string; type: string; headers: [name: string, words: string][]; example: string | null };
  errors: [status: string, words: string][];
};
export type ReferenceGroup = { name: string; words: string; operations: ReferenceOperation[] };
type ReferenceSchema = { name: string; anchor: string; fields: Field[] };
export type ApiReference = { baseUrl: string; groups: ReferenceGroup[]; schemas: ReferenceSchema[] };

const pretty = (value: unknown): string | null =>
  value === undefined ? null : JSON.stringify(value, null, 2);

const bodiesOf = (siteUrl: string, operation: OpenapiOperation, document: Document): ReferenceBody[] =>
  Object.entries(operation.requestBody?.content ?? {}).map(([mediaType, { schema }]) => {
    const name = schema.$ref ? schemaName(schema.$ref) : null;
    const asForm = mediaType === 'multipart/form-data';
    return {
      mediaType,
      schema: name,
      fields: fieldsOf(name ? (document.components.schemas[name] ?? {}) : schema),
      samples: samplesOf(sampleCall(siteUrl, operation.operationId, { asForm })),
    };
  });

const answerOf = (operation: OpenapiOperation): ReferenceOperation['answer'] => {
  const [status = '200', answer] =
    Object.entries(operation.responses).find(([code]) => code.startsWith('2')) ?? [];
  const content = answer?.content['application/json'];
  return {
    status,
    type: typeWords(content?.schema ?? {}),
    headers: Object.entries(answer?.headers ?? {}).map(([name, { description }]) => [name, description]),
    example: pretty(content?.example),
  };
};

const operationOf = (
  siteUrl: string,
  { method, path }: { method: string; path: string },
  operation: OpenapiOperation,
  document: Document,
): ReferenceOperation => {
  const { operationId: id, summary, description } = operation;
  const example = requestExamples[id];
  const bodies = bodiesOf(siteUrl, operation, document);
  return {
    id,
    method: method.toUpperCase(),
    path,
    summary,
    description,
    needsKey: operation.security === undefined,
    parameters: operation.parameters.map((parameter) => ({
      name: parameter.name,
      place: parameter.in,
      required: parameter.required,
      type: typeWords(parameter.schema),
      words: fieldWords({
        ...parameter.schema,
        ...(parameter.description ? { description: parameter.description } : {}),
      }),
    })),
    bodies,
    samples: bodies[0]?.samples ?? samplesOf(sampleCall(siteUrl, id)),
    example: { params: example?.params ?? {}, query: example?.query ?? {}, json: pretty(example?.json) },
    answer: answerOf(operation),
    errors: Object.entries(operation.responses)
      .filter(([status]) => !status.startsWith('2'))
      .map(([status, answer]) => [status, answer.description]),
  };
};

export const apiReference = (siteUrl: string): ApiReference => {
  const document = openapiDocument(siteUrl) as Document;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      operation: operationOf(siteUrl, { method, path }, operation, document),
    })),
  );
  return {
    baseUrl: document.servers[0]?.url ?? '',
    groups: document.tags.map(({ name, description }) => ({
      name,
      words: description,
      operations: operations.filter(({ tag }) => tag === name).map(({ operation }) => operation),
    })),
    schemas: Object.entries(document.components.schemas)
      .map(([name, schema]) => ({ name, anchor: schemaAnchor(name), fields: fieldsOf(schema) }))
      .sort((a, b) => a.name.localeCompare(b.name)),
  };
};

export const referenceIntro = (siteUrl: string): string =>
  `Every operation, from the [OpenAPI document](${siteUrl}/api/v1/openapi.json) of this installation. The base address is \`${siteUrl}/api/v1\`; a credential goes into \`Authorization: Bearer\`, an API key from the [developers page](${siteUrl}/developers) or an [OAuth access token](${siteUrl}/docs/oauth). How it all fits together is in the [quick start](${siteUrl}/docs/quick-start).`;
