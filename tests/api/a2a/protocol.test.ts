// The agent endpoint without anything being split: A1 to A4, A6 to A15.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { a2aRequest, AgentCaller, readEvents } from '../../support/a2a-calls.ts';
import { createTestAccount, type TestAccount } from '../../support/accounts.ts';
import { postJson } from '../../support/oauth-app.ts';
import { startTestSite, type TestSite } from '../../support/test-site.ts';

let site: TestSite;
let account: TestAccount;
let agent: AgentCaller;

before(async () => {
  site = await startTestSite();
});
beforeEach(async () => {
  account = await createTestAccount(site.db, { plan: 'pro' });
  agent = new AgentCaller(site.url, account.key);
});
after(() => site.stop());

const song = (name: string) => ({ url: `https://songs.example/${name}.mp3` });
const queuedOf = (accountId: string) => site.db.split.count({ where: { accountId } });
const message = (parts: unknown, more: object = {}) => ({
  message: { messageId: randomUUID(), role: 'ROLE_USER', parts, ...more },
  configuration: { returnImmediately: true },
});

test('A1: the card says who, where and how, and is answered 304 to whoever has it', async () => {
  const response = await fetch(`${site.url}/.well-known/agent-card.json`);
  const card = (await response.json()) as Record<string, Record<string, unknown>>;
  assert.deepEqual(card['supportedInterfaces'], [
    { url: `${site.url}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  ]);
  assert.equal(card['capabilities']?.['streaming'], true);
  assert.ok((card['skills'] as unknown as unknown[]).length > 0);
  assert.match(
    JSON.stringify(card['securitySchemes']),
    /httpAuthSecurityScheme.*Bearer.*oauth2SecurityScheme/,
  );
  assert.match(JSON.stringify(card['securitySchemes']), /\.well-known\/oauth-authorization-server/);
  const etag = response.headers.get('etag') ?? '';
  assert.match(response.headers.get('cache-control') ?? '', /max-age/);
  const again = await fetch(`${site.url}/.well-known/agent-card.json`, {
    headers: { 'if-none-match': etag },
  });
  assert.equal(again.status, 304);
});

test('A2: without a credential that stands, 401 with the way to one', async () => {
  for (const headers of [
    {},
    { authorization: 'Bearer nonsense' },
    { authorization: `Basic ${account.key}` },
  ]) {
    const response = await postJson(
      `${site.url}/a2a`,
      a2aRequest('ListTasks', {}),
      headers as Record<string, string>,
    );
    assert.equal(response.status, 401);
    assert.match(response.headers.get('www-authenticate') ?? '', /oauth-protected-resource\/a2a"/);
  }
});

test('A3: a link becomes a task at once, and the song is in the library', async () => {
  const task = await agent.send([song('Blue_Room')]);
  assert.match(task.id, /^split_/);
  assert.equal(task.status.state, 'TASK_STATE_SUBMITTED');
  assert.equal(task.history?.[0]?.role, 'ROLE_USER');
  const rest = await fetch(`${site.url}/api/v1/splits`, {
    headers: { authorization: `Bearer ${account.key}` },
  });
  const { splits } = (await rest.json()) as { splits: { id: string; name: string }[] };
  assert.deepEqual(
    splits.map(({ id, name }) => [id, name]),
    [[task.id, 'Blue Room']],
  );
  assert.deepEqual((await agent.get(task.id)).status.state, 'TASK_STATE_SUBMITTED');
});

test('A4: links in text, in data and twice; ten are a batch, eleven and nonsense queue nothing', async () => {
  const three = await agent.send([
    { text: 'Please split https://songs.example/1.mp3, and https://songs.example/2.mp3.' },
    { data: { audio_urls: ['https://songs.example/2.mp3', 'https://songs.example/3.mp3'], model: 'fast' } },
  ]);
  assert.match(three.id, /^batch_/);
  const items = await site.db.batchItem.findMany({ where: { batchId: three.id }, orderBy: { index: 'asc' } });
  assert.deepEqual(
    items.map(({ audioUrl, model }) => [audioUrl.slice(-5), model]),
    [
      ['1.mp3', 'fast'],
      ['2.mp3', 'fast'],
      ['3.mp3', 'fast'],
    ],
  );

  const other = await createTestAccount(site.db);
  const fresh = new AgentCaller(site.url, other.key);
  const many = (count: number) => Array.from({ length: count }, (_, n) => song(String(n)));
  assert.equal(await fresh.refusal('SendMessage', message(many(11))), -32602);
  for (const part of [
    { url: 'ftp://songs.example/a.mp3' },
    { data: { audio_urls: [1] } },
    { data: { audio_urls: ['https://songs.example/a.mp3'], model: 'all' } },
    { url: 'http://169.254.169.254/latest/meta-data' },
  ]) {
    assert.equal(await fresh.refusal('SendMessage', message([part])), -32602, JSON.stringify(part));
  }
  assert.equal(
    await fresh.refusal('SendMessage', message([{ raw: 'AAAA', mediaType: 'audio/mpeg' }])),
    -32005,
  );
  assert.equal(await site.db.batchItem.count({ where: { accountId: other.id } }), 0);
  assert.equal(await queuedOf(other.id), 0);
  assert.match((await fresh.send(many(10))).id, /^batch_/);
});

test('A4: a message without a link asks for one; the answer continues the same task', async () => {
  const asked = await agent.send([{ text: 'Please remove the vocals.' }]);
  assert.equal(asked.status.state, 'TASK_STATE_INPUT_REQUIRED');
  assert.equal(asked.status.message.role, 'ROLE_AGENT');
  const more = { message: { taskId: asked.id, contextId: asked.contextId } };
  const still = await agent.send([{ text: 'The one from yesterday.' }], more);
  assert.deepEqual([still.id, still.status.state], [asked.id, 'TASK_STATE_INPUT_REQUIRED']);
  const answered = await agent.send([song('a')], more);
  assert.deepEqual([answered.id, answered.status.state], [asked.id, 'TASK_STATE_SUBMITTED']);
  assert.equal(answered.history?.length, 3);
  assert.equal(await queuedOf(account.id), 1);
  const late = message([song('b')], { taskId: asked.id });
  assert.equal(await agent.refusal('SendMessage', late), -32004);
  const elsewhere = message([song('b')], { taskId: asked.id, contextId: 'other' });
  assert.equal(await agent.refusal('SendMessage', elsewhere), -32602);
  assert.equal(await queuedOf(account.id), 1);
});

test('A7: an unknown task and another account’s task are not found', async () => {
  const stranger = new AgentCaller(site.url, (await createTestAccount(site.db)).key);
  const { id } = await agent.send([song('a')]);
  for (const taskId of [id, 'split_0000000000000000000000', "x' OR 1=1"]) {
    assert.equal(await stranger.refusal('GetTask', { id: taskId }), -32001);
    assert.equal(await stranger.refusal('CancelTask', { id: taskId }), -32001);
    assert.equal(await stranger.refusal('SubscribeToTask', { id: taskId }), -32001);
    assert.equal(await stranger.refusal('SendMessage', message([song('b')], { taskId })), -32001);
  }
  assert.equal((await stranger.list()).totalSize, 0);
});

test('A8: a waiting task is cancelled and costs nothing; an ended one cannot be', async () => {
  const one = await agent.send([song('a')]);
  const cancelled = (await agent.call('CancelTask', { id: one.id })).result as unknown as typeof one;
  assert.equal(cancelled.status.state, 'TASK_STATE_CANCELED');
  assert.equal(await agent.refusal('CancelTask', { id: one.id }), -32002);
  const sum = await site.db.ledgerEntry.aggregate({
    where: { accountId: account.id },
    _sum: { delta: true },
  });
  assert.equal(sum._sum.delta, 0);

  const many = await agent.send([song('b'), song('c')]);
  await agent.call('CancelTask', { id: many.id });
  assert.equal((await agent.get(many.id)).status.state, 'TASK_STATE_CANCELED');
  const asked = await agent.send([{ text: 'hm' }]);
  await agent.call('CancelTask', { id: asked.id });
  assert.equal((await agent.get(asked.id)).status.state, 'TASK_STATE_CANCELED');
});

test('A9: tasks are listed newest first, in pages, by context and state, without artifacts unless asked', async () => {
  const ids: string[] = [];
  for (const n of [1, 2, 3, 4, 5]) {
    ids.unshift(
      (await agent.send([song(String(n))], { message: { contextId: n > 3 ? 'late' : 'early' } })).id,
    );
  }
  const first = await agent.list({ pageSize: 2 });
  assert.deepEqual([first.pageSize, first.totalSize], [2, 5]);
  const second = await agent.list({ pageSize: 2, pageToken: first.nextPageToken });
  const third = await agent.list({ pageSize: 2, pageToken: second.nextPageToken });
  assert.deepEqual(
    [first, second, third].flatMap(({ tasks }) => tasks.map(({ id }) => id)),
    ids,
  );
  assert.equal(third.nextPageToken, '');
  assert.ok(first.tasks.every((task) => !('artifacts' in task)));
  const [withThem] = (await agent.list({ includeArtifacts: true })).tasks;
  assert.ok(Array.isArray(withThem?.artifacts));
  assert.equal((await agent.list({ contextId: 'late' })).totalSize, 2);
  await agent.call('CancelTask', { id: ids[1] });
  const canceled = await agent.list({ status: 'TASK_STATE_CANCELED' });
  assert.deepEqual(
    canceled.tasks.map(({ id }) => id),
    [ids[1]],
  );
  const left = await agent.list({ status: 'TASK_STATE_SUBMITTED', pageSize: 3 });
  assert.equal(left.totalSize, 4);
  const rest = await agent.list({
    status: 'TASK_STATE_SUBMITTED',
    pageSize: 3,
    pageToken: left.nextPageToken,
  });
  assert.deepEqual([rest.tasks.length, rest.nextPageToken], [1, '']);
  for (const params of [{ pageSize: 0 }, { pageSize: 101 }, { pageToken: '!!' }, { status: 'DONE' }]) {
    assert.equal(await agent.refusal('ListTasks', params), -32602, JSON.stringify(params));
  }
});

test('A10: 1.0 and its patches are served, also unsaid; everything else is not', async () => {
  for (const version of ['1.0', '1.0.3', '']) {
    assert.equal((await agent.call('ListTasks', {}, { 'a2a-version': version })).error, undefined, version);
  }
  for (const version of ['0.3', '1.1', '2.0', 'x']) {
    assert.equal(await agent.refusal('ListTasks', {}, { 'a2a-version': version }), -32009, version);
  }
});

test('A11: every malformed envelope is refused by its own code and queues nothing', async () => {
  const codeOf = async (body: unknown) => {
    const response = await agent.post(body);
    assert.equal(response.status, 200);
    return ((await response.json()) as { error: { code: number } }).error.code;
  };
  const ok = message([song('a')]);
  const malformed: [unknown, number][] = [
    ['{', -32700],
    ['', -32700],
    ['[]', -32600],
    ['null', -32600],
    ['7', -32600],
    [[a2aRequest('ListTasks', {})], -32600],
    [{ ...a2aRequest('ListTasks', {}), jsonrpc: '1.0' }, -32600],
    [a2aRequest('ListTasks', {}, {}), -32600],
    [a2aRequest('ListTasks', {}, 1.5), -32600],
    [{ jsonrpc: '2.0', id: 1 }, -32600],
    [{ jsonrpc: '2.0', id: 1, method: 7 }, -32600],
    [a2aRequest('ListTasks', []), -32602],
    [a2aRequest('message/send', ok), -32601],
    [a2aRequest('tasks/get', {}), -32601],
    [a2aRequest('constructor', {}), -32601],
    [a2aRequest('GetTask', {}), -32602],
    [a2aRequest('GetTask', { id: 7 }), -32602],
    [a2aRequest('SendMessage', {}), -32602],
    [a2aRequest('SendMessage', message([])), -32602],
    [a2aRequest('SendMessage', message('x')), -32602],
    [a2aRequest('SendMessage', message([{}])), -32602],
    [a2aRequest('SendMessage', message([{ text: 'x', url: 'https://songs.example/a.mp3' }])), -32602],
    [a2aRequest('SendMessage', message([{ kind: 'text' }])), -32602],
    [a2aRequest('SendMessage', message([song('a')], { role: 'user' })), -32602],
    [a2aRequest('SendMessage', message([song('a')], { role: 'ROLE_AGENT' })), -32602],
    [a2aRequest('SendMessage', message([song('a')], { messageId: '' })), -32602],
    [a2aRequest('SendMessage', { ...ok, configuration: { acceptedOutputModes: ['video/mp4'] } }), -32005],
    [
      a2aRequest('SendMessage', {
        ...ok,
        configuration: { taskPushNotificationConfig: { url: 'https://x.example' } },
      }),
      -32003,
    ],
    [a2aRequest('CreateTaskPushNotificationConfig', {}), -32003],
    [a2aRequest('GetExtendedAgentCard', {}), -32004],
    [JSON.stringify(a2aRequest('ListTasks', { x: 'x'.repeat(300_000) })), -32600],
  ];
  for (const [body, code] of malformed)
    assert.equal(await codeOf(body), code, JSON.stringify(body)?.slice(0, 200));
  assert.equal(await queuedOf(account.id), 0);
  assert.equal((await agent.post('{}', { 'content-type': 'text/plain' })).status, 415);
});

test('A12: a stream begins with the task and tells its end; an ended task is not subscribed to', async () => {
  const response = await agent.post(a2aRequest('SendStreamingMessage', message([song('a')]), 'stream-1'));
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
  const seen: Record<string, unknown>[] = [];
  let taskId = '';
  for await (const event of readEvents(response)) {
    assert.equal(event['id'], 'stream-1');
    const result = event['result'] as Record<string, Record<string, unknown>>;
    seen.push(result);
    if (seen.length === 1) {
      taskId = String(result['task']?.['id']);
      await agent.call('CancelTask', { id: taskId });
    }
  }
  assert.deepEqual(Object.keys(seen[0] ?? {}), ['task']);
  assert.match(JSON.stringify(seen.at(-1)), /statusUpdate.*TASK_STATE_CANCELED/);
  assert.equal(await agent.refusal('SubscribeToTask', { id: taskId }), -32004);

  const asked = await agent.post(a2aRequest('SendStreamingMessage', message([{ text: 'hello' }])));
  const events: unknown[] = [];
  for await (const event of readEvents(asked)) events.push(event);
  assert.match(JSON.stringify(events), /TASK_STATE_INPUT_REQUIRED/);
});

test('A12: a subscriber is told of a song that is deleted under it', async () => {
  const { id } = await agent.send([song('a')]);
  const response = await agent.post(a2aRequest('SubscribeToTask', { id }));
  const events: string[] = [];
  for await (const event of readEvents(response)) {
    events.push(JSON.stringify(event));
    if (events.length === 1) {
      const url = `${site.url}/api/v1/splits/${id}`;
      await fetch(url, { method: 'DELETE', headers: { authorization: `Bearer ${account.key}` } });
    }
  }
  assert.match(events[0] ?? '', /"task"/);
  assert.match(events.at(-1) ?? '', /-32001/);
});

test('A13: the same message is the same task, also at the same time', async () => {
  const same = { message: { messageId: 'once' } };
  const tasks = await Promise.all([1, 2, 3, 4, 5].map(() => agent.send([song('a')], same)));
  assert.equal(new Set(tasks.map(({ id }) => id)).size, 1);
  assert.equal(await queuedOf(account.id), 1);
  const other = new AgentCaller(site.url, (await createTestAccount(site.db)).key);
  assert.notEqual((await other.send([song('a')], same)).id, tasks[0]?.id);
});

test('A14: a limit refuses with what to do about it', async () => {
  const free = new AgentCaller(site.url, (await createTestAccount(site.db)).key);
  const full = await free.send([{ data: { audio_urls: ['https://songs.example/a.mp3'], model: 'full' } }]);
  assert.equal(full.status.state, 'TASK_STATE_REJECTED');
  assert.deepEqual(
    [full.metadata['error'], full.metadata['upgrade_url']],
    ['plan_required', `${site.url}/pricing`],
  );
  assert.match(JSON.stringify(full.status.message), /\/pricing/);
  for (let n = 0; n < 10; n += 1) await agent.send([song(String(n))]);
  const eleventh = await agent.send([song('eleven')]);
  assert.equal(eleventh.status.state, 'TASK_STATE_REJECTED');
  assert.equal(eleventh.metadata['error'], 'rate_limited');
  assert.ok(Number(eleventh.metadata['retry_after_seconds']) > 0);
});

test('A15: the trailing slash is the same door; other methods are refused', async () => {
  const answer = await fetch(`${site.url}/a2a/`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${account.key}` },
    body: JSON.stringify(a2aRequest('ListTasks', {})),
  });
  assert.equal(answer.status, 200);
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const refused = await fetch(`${site.url}/a2a`, { method });
    assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'POST']);
  }
});
