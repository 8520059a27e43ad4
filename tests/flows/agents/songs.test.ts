// Songs through MCP and A2A with the real worker: M11 to M13, A3, A5, A6, A12, A16, and that every door shows the same.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory } from '@a2a-js/sdk/client';
import { Role, TaskState } from '@a2a-js/sdk';
import type { TaskWire } from '../../../server/contract/a2a.ts';
import { endStates } from '../../../server/contract/a2a.ts';
import type { BatchWire } from '../../../server/contract/batch.ts';
import type { SplitWire } from '../../../server/contract/split.ts';
import { a2aRequest, AgentCaller, readEvents } from '../../support/a2a-calls.ts';
import { createTestAccount, type TestAccount } from '../../support/accounts.ts';
import { apiCaller } from '../../support/api-call.ts';
import { bearer, callTool } from '../../support/mcp-calls.ts';
import { connectMcp, KeptOAuth } from '../../support/mcp-clients.ts';
import { approveByForm } from '../../support/person-at-browser.ts';
import { startSongServer, type SongServer } from '../../support/song-server.ts';
import { startTestSite, type TestSite } from '../../support/test-site.ts';

let site: TestSite;
let songs: SongServer;
let mcp: string;
let rest: ReturnType<typeof apiCaller>;

before(async () => {
  songs = await startSongServer();
  site = await startTestSite({
    withWorker: true,
    withEngine: true,
    env: { FETCH_ALLOW_CIDRS: '127.0.0.0/8' },
  });
  mcp = `${site.url}/mcp`;
  rest = apiCaller(site.url);
});
after(async () => {
  await site.stop();
  await songs.stop();
});

const songUrl = (n: number) => `${songs.url}/song-${n}.wav`;
const missingUrl = () => `${songs.url}/missing.wav`;

/** The bound is for a run that hangs, not a claim about speed. */
const triesAtMost = 60;

const followSplit = async (account: TestAccount, id: string): Promise<SplitWire> => {
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    const { tool } = await callTool(mcp, 'get_split', { split_id: id, wait_seconds: 10 }, account.key);
    const split = tool.structuredContent['split'] as SplitWire;
    if (split.status === 'done' || split.status === 'failed') return split;
  }
  throw new Error(`${id} did not end\n${site.output().slice(-4000)}`);
};

const followBatch = async (account: TestAccount, id: string): Promise<BatchWire> => {
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    const { tool } = await callTool(mcp, 'get_batch', { batch_id: id, wait_seconds: 10 }, account.key);
    const batch = tool.structuredContent['batch'] as BatchWire;
    if (batch.status === 'done') return batch;
  }
  throw new Error(`${id} did not end\n${site.output().slice(-4000)}`);
};

const splitSongs = async (account: TestAccount, args: object) =>
  (await callTool(mcp, 'split_songs', args, account.key)).tool;

const contentTypeOf = async (url: string | null) => {
  const response = await fetch(url ?? '');
  await response.arrayBuffer();
  return [response.status, response.headers.get('content-type')];
};

test('M11, M12: one song by MCP to stems; the library, rename and delete agree with REST', async () => {
  const account = await createTestAccount(site.db);
  const started = await splitSongs(account, { songs: [{ audio_url: songUrl(1), name: 'First' }] });
  const { id, open_url } = started.structuredContent['split'] as SplitWire;
  assert.ok(started.content.some((part) => part.type === 'resource_link' && part.uri === open_url));
  const split = await followSplit(account, id);
  assert.equal(split.status, 'done', split.message ?? '');
  assert.deepEqual(
    split.stems.map(({ name }) => name),
    ['vocals', 'instrumental'],
  );
  for (const stem of split.stems) {
    assert.deepEqual(await contentTypeOf(stem.mp3_url), [200, 'audio/mpeg']);
    assert.equal(stem.wav_url, null);
  }
  assert.equal(split.zip_url, null);
  assert.deepEqual((await rest('GET', `/splits/${id}`, { key: account.key })).body, split);

  const read = (name: string, args: object) => callTool(mcp, name, args, account.key);
  const renamed = await read('rename_song', { split_id: id, name: 'Second' });
  assert.equal((renamed.tool.structuredContent['split'] as SplitWire).name, 'Second');
  const listed = await read('list_my_songs', { q: 'SECO', status: 'done' });
  assert.deepEqual(listed.tool.structuredContent, (await rest('GET', '/splits', { key: account.key })).body);

  const stranger = await createTestAccount(site.db);
  for (const [name, args] of [
    ['get_split', {}],
    ['rename_song', { name: 'x' }],
    ['delete_song', {}],
  ] as const) {
    const { tool } = await callTool(mcp, name, { split_id: id, ...args }, stranger.key);
    assert.deepEqual([tool.isError, tool.structuredContent['error']], [true, 'not_found']);
  }
  assert.deepEqual((await read('delete_song', { split_id: id })).tool.structuredContent, {
    id,
    deleted: true,
  });
  assert.equal((await rest('GET', `/splits/${id}`, { key: account.key })).status, 404);
});

test('M11: three songs are a batch; one that is missing fails alone and says so', async () => {
  const account = await createTestAccount(site.db, { plan: 'pro' });
  const args = {
    songs: [songUrl(2), missingUrl(), { audio_url: songUrl(3) }],
    idempotency_key: randomUUID(),
  };
  const started = await splitSongs(account, args);
  const { id } = started.structuredContent['batch'] as BatchWire;
  const again = await splitSongs(account, args);
  assert.equal((again.structuredContent['batch'] as BatchWire).id, id);
  const batch = await followBatch(account, id);
  assert.deepEqual(
    batch.items.map(({ status }) => status),
    ['done', 'failed', 'done'],
  );
  assert.match(batch.items[1]?.message ?? '', /\w+ \w+/);
  for (const stem of batch.items[0]?.split?.stems ?? []) {
    assert.equal((await contentTypeOf(stem.wav_url))[0], 200);
  }
});

test('M11, M13: limits are refused in every door’s own form, and queue nothing', async () => {
  const account = await createTestAccount(site.db);
  const full = await splitSongs(account, { songs: [songUrl(4)], model: 'full' });
  assert.equal(full.isError, true);
  assert.equal(full.structuredContent['error'], 'plan_required');
  assert.equal(full.structuredContent['upgrade_url'], `${site.url}/pricing`);
  await site.db.submission.createMany({ data: Array.from({ length: 9 }, () => ({ accountId: account.id })) });
  await splitSongs(account, { songs: [songUrl(5)] });
  const eleventh = await splitSongs(account, { songs: [songUrl(6)] });
  assert.equal(eleventh.structuredContent['error'], 'rate_limited');
  assert.ok(Number(eleventh.structuredContent['retry_after_seconds']) > 0);
  const byRest = await rest('POST', '/splits', { key: account.key, json: { audio_url: songUrl(6) } });
  assert.equal(byRest.status, 429);
  const byAgent = await new AgentCaller(site.url, account.key).send([{ url: songUrl(6) }]);
  assert.equal(byAgent.status.state, 'TASK_STATE_REJECTED');
  assert.equal(await site.db.split.count({ where: { accountId: account.id } }), 1);
});

test('M12: setlists by MCP: Pro makes one, Free is told how', async () => {
  const pro = await createTestAccount(site.db, { plan: 'pro' });
  const started = await splitSongs(pro, { songs: [songUrl(7)] });
  const { id } = started.structuredContent['split'] as SplitWire;
  const made = await callTool(mcp, 'create_setlist', { title: 'Friday', split_ids: [id] }, pro.key);
  const setlist = made.tool.structuredContent['setlist'] as { id: string; share_url: string };
  assert.ok(made.tool.content.some((part) => part.uri === setlist.share_url));
  const listed = await callTool(mcp, 'list_setlists', {}, pro.key);
  assert.deepEqual(listed.tool.structuredContent, (await rest('GET', '/setlists', { key: pro.key })).body);
  const free = await createTestAccount(site.db);
  const refused = await callTool(mcp, 'create_setlist', { title: 'x', split_ids: [] }, free.key);
  assert.equal(refused.tool.structuredContent['error'], 'plan_required');
  assert.ok(refused.tool.structuredContent['upgrade_url']);
});

for (const version of ['v1', 'v2'] as const) {
  test(`M18: SDK ${version} splits a song and is told the progress it asked for`, async () => {
    const account = await createTestAccount(site.db);
    const client = await connectMcp(version, mcp, new KeptOAuth(), approveByForm(site.url, account));
    const started = await client.call('split_songs', { songs: [songUrl(version === 'v1' ? 8 : 9)] });
    const { id } = (started.structuredContent ?? {})['split'] as SplitWire;
    const told: number[] = [];
    let split: SplitWire | undefined;
    for (let tries = 0; tries < triesAtMost && split?.status !== 'done'; tries += 1) {
      const answer = await client.call('get_split', { split_id: id, wait_seconds: 20 }, (progress) =>
        told.push(progress),
      );
      split = answer.structuredContent?.['split'] as SplitWire;
      assert.notEqual(split.status, 'failed', split.message ?? '');
    }
    assert.equal(split?.status, 'done');
    assert.equal(told.at(-1), 100);
    await client.close();
  });
}

const followTask = async (agent: AgentCaller, id: string): Promise<TaskWire> => {
  for (let tries = 0; tries < 3000; tries += 1) {
    const task = await agent.get(id);
    if (endStates.includes(task.status.state)) return task;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${id} did not end`);
};

test('A3, A5: a song by A2A to one artifact per stem, with WAV on Pro; it is in the library and in ListTasks', async () => {
  const account = await createTestAccount(site.db, { plan: 'pro' });
  const agent = new AgentCaller(site.url, account.key);
  const { id } = await agent.send([{ url: songUrl(10) }]);
  const task = await followTask(agent, id);
  assert.equal(task.status.state, 'TASK_STATE_COMPLETED', JSON.stringify(task.status));
  assert.deepEqual(
    task.artifacts?.map(({ artifactId }) => artifactId),
    [`${id}:vocals`, `${id}:instrumental`],
  );
  for (const { parts, name, metadata } of task.artifacts ?? []) {
    assert.deepEqual(
      parts.map(({ mediaType, filename }) => [mediaType, filename]),
      [
        ['audio/mpeg', `${name}.mp3`],
        ['audio/wav', `${name}.wav`],
      ],
    );
    for (const part of parts) assert.deepEqual(await contentTypeOf(part.url), [200, part.mediaType]);
    assert.equal(metadata['split_id'], id);
  }
  assert.equal((await rest('GET', `/splits/${id}`, { key: account.key })).status, 200);
  assert.deepEqual(
    (await agent.list()).tasks.map((listed) => listed.id),
    [id],
  );
  const byMcp = await callTool(mcp, 'list_my_songs', {}, account.key);
  assert.deepEqual(
    (byMcp.tool.structuredContent['splits'] as SplitWire[]).map((split) => split.id),
    [id],
  );
});

test('A6: some songs failing is completed with their names; all failing is failed', async () => {
  const account = await createTestAccount(site.db);
  const agent = new AgentCaller(site.url, account.key);
  const mixed = await agent.send([{ url: songUrl(11) }, { url: missingUrl(), filename: 'Lost.wav' }]);
  const lost = await agent.send([{ url: missingUrl() }]);
  const partly = await followTask(agent, mixed.id);
  assert.equal(partly.status.state, 'TASK_STATE_COMPLETED');
  assert.match(JSON.stringify(partly.status.message), /Not split: “Lost”/);
  assert.equal(partly.artifacts?.length, 2);
  assert.equal((await followTask(agent, lost.id)).status.state, 'TASK_STATE_FAILED');
});

test('A12: a stream tells artifacts and the end', async () => {
  const account = await createTestAccount(site.db);
  const agent = new AgentCaller(site.url, account.key);
  const message = { messageId: randomUUID(), role: 'ROLE_USER', parts: [{ url: songUrl(12) }] };
  const response = await agent.post(a2aRequest('SendStreamingMessage', { message }));
  const kinds: string[] = [];
  let last = '';
  for await (const event of readEvents(response)) {
    last = JSON.stringify(event);
    kinds.push(Object.keys(event['result'] as object)[0] ?? '');
  }
  assert.equal(kinds[0], 'task');
  assert.equal(kinds.filter((kind) => kind === 'artifactUpdate').length, 2);
  assert.match(last, /TASK_STATE_COMPLETED/);
});

test('A16: the a2a-js client finds the card, sends a song, waits for it and lists it', async () => {
  const account = await createTestAccount(site.db);
  const withKey: typeof fetch = (input, init) =>
    fetch(input, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), ...bearer(account.key) },
    });
  const factory = new ClientFactory(
    ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
      transports: [new JsonRpcTransportFactory({ fetchImpl: withKey })],
    }),
  );
  const client = await factory.createFromUrl(site.url);
  const sent = await client.sendMessage({
    tenant: '',
    metadata: undefined,
    configuration: undefined,
    message: {
      messageId: randomUUID(),
      contextId: '',
      taskId: '',
      role: Role.ROLE_USER,
      parts: [
        {
          content: { $case: 'url', value: songUrl(13) },
          metadata: undefined,
          filename: '',
          mediaType: '',
        },
      ],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    },
  });
  assert.ok('status' in sent, 'a task, not a message');
  let task = sent;
  for (let tries = 0; tries < 3000 && task.status?.state !== TaskState.TASK_STATE_COMPLETED; tries += 1) {
    task = await client.getTask({ id: sent.id, tenant: '', historyLength: undefined });
    assert.notEqual(task.status?.state, TaskState.TASK_STATE_FAILED);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  assert.equal(task.artifacts.length, 2);
  const listed = await client.listTasks({
    tenant: '',
    contextId: '',
    status: TaskState.TASK_STATE_UNSPECIFIED,
    pageSize: undefined,
    pageToken: '',
    historyLength: undefined,
    statusTimestampAfter: undefined,
    includeArtifacts: undefined,
  });
  assert.deepEqual(
    listed.tasks.map(({ id }) => id),
    [task.id],
  );
});
