import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorCodes, errorTable } from '../contract/error-table.ts';
import { errorBody, validationErrorBody } from '../contract/error-body.ts';
import { createLog } from '../log.ts';
import { AppError } from '../operations/app-error.ts';
import { errorResponse } from './error-response.ts';

const lines: string[] = [];
const context = {
  siteUrl: 'https://x.org',
  requestId: 'req_1',
  sentCredential: false,
  log: createLog((line) => lines.push(line)),
};

for (const code of errorCodes) {
  test(`${code} answers ${errorTable[code].status} in the contract's form`, async () => {
    const detail = [{ loc: ['body', 'a'], msg: 'Field required', type: 'missing' }];
    const response = errorResponse(
      new AppError(code, code === 'validation_failed' ? { detail } : {}),
      context,
    );
    assert.equal(response.status, errorTable[code].status);
    const body: unknown = await response.json();
    (code === 'validation_failed' ? validationErrorBody : errorBody).strict().parse(body);
    const { upgrade_url: upgradeUrl, message } = body as { upgrade_url?: string; message: string };
    assert.equal(upgradeUrl !== undefined, response.status === 402);
    assert.equal(response.headers.has('retry-after'), response.status === 429 || response.status === 503);
    assert.equal(response.headers.has('www-authenticate'), response.status === 401);
    assert.match(message, /[.!]$/);
  });
}

test('an unknown error is internal: its text goes to the log with the request id, never to the caller', async () => {
  lines.length = 0;
  const response = errorResponse(new Error('password=hunter2 in table x'), context);
  assert.equal(response.status, 500);
  assert.doesNotMatch(await response.text(), /hunter2/);
  assert.match(lines.join(''), /hunter2/);
  assert.match(lines.join(''), /req_1/);
});

test('a credential that was sent and refused is named an invalid token', () => {
  const header = (sentCredential: boolean) =>
    errorResponse(new AppError('invalid_api_key'), { ...context, sentCredential }).headers.get(
      'www-authenticate',
    );
  assert.match(header(true) ?? '', /^Bearer .*error="invalid_token"/);
  assert.doesNotMatch(header(false) ?? '', /error=/);
});
