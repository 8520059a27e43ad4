// A fuzzer over the operation table: whatever comes in, only documented statuses and bodies come out, never a 5xx.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { type Operation, operationTable } from '../../../server/contract/operation-table.ts';
import type { Db } from '../../../server/db/client.ts';
import { createTestAccount, openTestDb, type TestAccount } from '../../support/accounts.ts';
import { apiCaller, type CallOptions } from '../../support/api-call.ts';
import { startApp, type RunningApp } from '../../support/app-server.ts';
import { openapiChecker } from '../../support/openapi-check.ts';

let app: RunningApp;
let db: Db;
let ann: TestAccount;

before(async () => {
  app = await startApp({ withWorker: false, withEngine: false });
  db = openTestDb(app.databaseUrl);
  ann = await createTestAccount(db, { plan: 'pro', credits: 3 });
});
after(async () => {
  await db?.$disconnect();
  await app?.stop();
});

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '..',
    '%00',
    "' OR 1=1",
    'split_0000000000000000000000',
    '\u202E',
    'vocals',
    'full',
  ),
);
const value = fc.oneof(
  { depthSize: 'small' },
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.webUrl(),
  fc.array(text, { maxLength: 12 }),
  fc.jsonValue(),
);
const fields = [
  'audio_url',
  'model',
  'name',
  'items',
  'filename',
  'size',
  'upload_token',
  'parts',
  'title',
  'split_ids',
  '__proto__',
  'x',
];
const body = fc.oneof(
  fc.dictionary(fc.constantFrom(...fields), value),
  fc.record({ audio_url: fc.constantFrom('https://example.org/a.mp3', 'http://127.0.0.1/a', 'http://x') }),
  fc.record({ title: text, split_ids: fc.array(text, { maxLength: 3 }) }),
  fc.record({ filename: text, size: fc.integer() }),
  fc.jsonValue(),
);
const query = fc.dictionary(
  fc.constantFrom('limit', 'cursor', 'status', 'q', 'wait', 'x'),
  fc.oneof(text, fc.integer({ min: -5, max: 3 }).map(String)),
  {
    maxKeys: 3,
  },
);
const headers = fc.dictionary(
  fc.constantFrom('idempotency-key', 'accept', 'x-forwarded-for', 'if-none-match', 'origin'),
  fc.stringMatching(/^[ -~]{0,70}$/),
  { maxKeys: 2 },
);

const runs = 300;

test(`${runs} random calls over every operation end in documented answers`, async () => {
  const call = apiCaller(app.url);
  const check = openapiChecker(app.url);
  const operations: Operation[] = Object.values(operationTable);
  const property = fc.asyncProperty(
    fc.record({
      operation: fc.constantFrom(...operations),
      part: text,
      search: query,
      sent: headers,
      json: body,
    }),
    async ({ operation, part, search, sent, json }) => {
      const pathPart = encodeURIComponent(part.replace(/[\uD800-\uDFFF]/gu, ''));
      const path = operation.path.replace(/\{\w+\}/, pathPart === '' ? 'x' : pathPart);
      // A wait would only slow the fuzzer down.
      const parameters = new URLSearchParams({ ...search, ...('wait' in search ? { wait: '0' } : {}) });
      const options: CallOptions = { key: ann.key, headers: sent };
      if (operation.body) options.json = json;
      const answer = await call(operation.method, `${path}?${parameters.toString()}`, options);
      const mayFail = operation.path === '/health' && answer.status === 503;
      assert.ok(answer.status < 500 || mayFail, JSON.stringify(answer.body));
      if (!['', '.', '..'].includes(pathPart)) check(operation.method, path, answer);
    },
  );
  await fc.assert(property, { numRuns: runs, endOnFailure: true });
});

test('raw bytes as a body never lead to a 5xx', async () => {
  const call = apiCaller(app.url);
  const property = fc.asyncProperty(
    fc.uint8Array({ maxLength: 300 }),
    fc.constantFrom(
      'application/json',
      'multipart/form-data; boundary=x',
      'multipart/form-data',
      'text/plain',
      'application/json; charset=utf-16',
    ),
    async (bytes, contentType) => {
      const answer = await call('POST', '/splits', {
        key: ann.key,
        raw: new Blob([bytes as Uint8Array<ArrayBuffer>]),
        headers: { 'content-type': contentType },
      });
      assert.ok(
        answer.status >= 400 && answer.status < 500,
        `${answer.status} ${JSON.stringify(answer.body)}`,
      );
    },
  );
  await fc.assert(property, { numRuns: 100, endOnFailure: true });
});
