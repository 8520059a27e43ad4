// Checks answers against openapi.json: the status must be documented and the body must fit its schema.
import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { matchOperation } from '../../server/rest/match-operation.ts';
import { openapiDocument } from '../../server/contract/openapi-document.ts';
import type { ApiAnswer } from './api-call.ts';

type Responses = Record<string, { content?: Record<string, { schema: object }> }>;
type OpenapiPaths = Record<string, Record<string, { responses: Responses }>>;

const documentId = 'openapi';

export const openapiChecker = (siteUrl: string) => {
  const document = openapiDocument(siteUrl);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema({ $id: documentId, ...document });
  const paths = document['paths'] as OpenapiPaths;

  /** For paths the table knows; a 404 or 405 of no operation has the plain error form. */
  return (method: string, path: string, answer: Pick<ApiAnswer, 'status' | 'body'>): void => {
    const segments = path.split('?')[0]?.slice(1).split('/').map(decodeURIComponent) ?? [];
    const match = matchOperation(method, segments);
    if (match.kind !== 'found') {
      assert.ok(answer.status >= 400, `${method} ${path} answered ${answer.status}`);
      assert.equal(typeof answer.body['request_id'], 'string');
      return;
    }
    const operationPath = match.operation.path.replaceAll('~', '~0').replaceAll('/', '~1');
    const responses = paths[match.operation.path]?.[method.toLowerCase()]?.responses ?? {};
    const documented = Object.keys(responses).join(', ');
    assert.ok(
      responses[String(answer.status)],
      `${method} ${path} answered ${answer.status}, which is not documented (${documented}): ${JSON.stringify(answer.body)}`,
    );
    const pointer = `${documentId}#/paths/${operationPath}/${method.toLowerCase()}/responses/${answer.status}/content/application~1json/schema`;
    const validate = ajv.getSchema(pointer);
    assert.ok(validate, `no schema at ${pointer}`);
    assert.ok(
      validate(answer.body),
      `${method} ${path} ${answer.status}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(answer.body)}`,
    );
  };
};
