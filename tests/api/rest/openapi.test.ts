// The description of the API: clean under two linters, usable by a generator, and its examples are true.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { type Operation, operationIds, operationTable } from '../../../server/contract/operation-table.ts';
import { openapiDocument } from '../../../server/contract/openapi-document.ts';
import { operationExamples } from '../../../server/contract/openapi-examples.ts';

const run = promisify(execFile);
const siteUrl = 'https://partbook.example';
const limitMs = 120_000;

let dir: string;
let file: string;

before(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'partbook-openapi-'));
  file = path.join(dir, 'openapi.json');
  await writeFile(file, JSON.stringify(openapiDocument(siteUrl), null, 2));
});
after(async () => {
  await rm(dir, { recursive: true, force: true });
});

const require = createRequire(import.meta.url);

const tool = (program: string, args: string[]): Promise<{ stdout: string }> =>
  run(process.execPath, [program, ...args], {
    cwd: dir,
    timeout: limitMs,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });

test('redocly lint finds no error', async () => {
  await tool(require.resolve('@redocly/cli/bin/cli.js'), ['lint', file]);
});

test('spectral finds no error', async () => {
  const rules = path.join(dir, 'spectral.yaml');
  await writeFile(rules, 'extends: ["spectral:oas"]\n');
  await tool(require.resolve('@stoplight/spectral-cli/dist/index.js'), [
    'lint',
    file,
    '-r',
    rules,
    '--fail-severity',
    'error',
  ]);
});

test('openapi-typescript makes types that compile and name every operation', async () => {
  const types = path.join(dir, 'api.d.ts');
  await tool(path.join(path.dirname(require.resolve('openapi-typescript')), '../bin/cli.js'), [
    file,
    '-o',
    types,
  ]);
  const use = path.join(dir, 'use.ts');
  const lines = operationIds.map((id) => `export type _${id} = operations['${id}']['responses'];`);
  await writeFile(use, `import type { operations } from './api';\n${lines.join('\n')}\n`);
  await tool(require.resolve('typescript/bin/tsc'), ['--noEmit', '--strict', '--skipLibCheck', 'false', use]);
});

test('it is version 1.0.0 of OpenAPI 3.1.0 and lists every operation with its errors', () => {
  const document = openapiDocument(siteUrl) as {
    openapi: string;
    info: { version: string };
    paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;
  };
  assert.equal(document.openapi, '3.1.0');
  assert.equal(document.info.version, '1.0.0');
  const listed = Object.values(document.paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  assert.deepEqual(listed.sort(), [...operationIds].sort());
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item)) assert.ok(operation.responses['500'], operation.operationId);
  }
});

for (const id of operationIds) {
  if (id === 'getOpenapi') continue;
  test(`the example answer of ${id} fits its schema`, () => {
    const { answer }: Operation = operationTable[id];
    assert.ok(operationExamples[id], 'there is no example');
    answer.parse(operationExamples[id]);
  });
}
