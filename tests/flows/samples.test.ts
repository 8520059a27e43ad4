// The samples of the reference and of the quick start, run as they stand: curl, TypeScript and Python.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { OperationId } from '../../server/contract/operation-table.ts';
import type { Db } from '../../server/db/client.ts';
import type { CodeBlock } from '../../server/pages/markdown/markdown-tree.ts';
import { parseMarkdown } from '../../server/pages/markdown/parse-markdown.ts';
import { sampleCall, type SampleValues } from '../../server/pages/reference/sample-call.ts';
import { samplesOf } from '../../server/pages/reference/samples.ts';
import { inProject } from '../../server/supervisor/project-paths.ts';
import { createTestAccount, openTestDb, type TestAccount } from '../support/accounts.ts';
import { type RunningApp, startApp } from '../support/app-server.ts';
import { startSongServer, type SongServer } from '../support/song-server.ts';
import { startStubWorker, type StubWorker } from '../support/stub-worker.ts';
import { testSong } from '../support/test-song.ts';

const run = promisify(execFile);
const secret = randomBytes(24).toString('hex');
const limitMs = 120_000;

let app: RunningApp;
let db: Db;
let worker: StubWorker;
let songs: SongServer;
let folder: string;

before(async () => {
  worker = await startStubWorker({ secret, capacity: 4, maxWaiting: 100, workMs: () => 50 });
  songs = await startSongServer();
  app = await startApp({
    env: { WORKER_URLS: worker.url, WORKER_SECRET: secret, FETCH_ALLOW_CIDRS: '127.0.0.0/8' },
  });
  db = openTestDb(app.databaseUrl);
  folder = await mkdtemp(path.join(os.tmpdir(), 'partbook-samples-'));
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
});
after(async () => {
  await db?.$disconnect();
  await app?.stop();
  await worker?.stop();
  await songs?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const tsx = inProject('node_modules/tsx/dist/cli.mjs');
const programs = {
  sh: (file: string): [string, ...string[]] => ['bash', file],
  ts: (file: string): [string, ...string[]] => [process.execPath, tsx, file],
  py: (file: string): [string, ...string[]] => ['python3', file],
} as const;
type Language = keyof typeof programs;
const languages = Object.keys(programs) as Language[];

type Json = Record<string, unknown>;

const runText = async (language: Language, text: string, key: string): Promise<Json> => {
  const file = path.join(folder, `sample.${language}`);
  await writeFile(file, text);
  const [program, ...args] = programs[language](file);
  const env = { ...process.env, PARTBOOK_KEY: key };
  const { stdout } = await run(program, args, { cwd: folder, env, timeout: limitMs, maxBuffer: 1 << 24 });
  return JSON.parse(stdout) as Json;
};

/** One language through a person's day with the API: every operation but the description of itself. */
const walk = (language: Language, account: () => TestAccount) => {
  const sample = async (
    id: OperationId,
    options: { values?: SampleValues; asForm?: boolean } = {},
  ): Promise<Json> => {
    const found = samplesOf(sampleCall(app.url, id, options)).find((one) => one.language === language);
    assert.ok(found);
    return runText(language, found.text, account().key);
  };
  const ended = async (id: unknown): Promise<Json> => {
    const values = { params: { split_id: String(id) }, query: { wait: '30' } };
    for (let tries = 0; tries < 30; tries += 1) {
      const split = await sample('getSplit', { values });
      if (split['status'] === 'done' || split['status'] === 'failed') return split;
    }
    throw new Error(`${String(id)} did not end`);
  };
  return { sample, ended };
};

const song = (n: number): string => `${songs.url}/song-${n}.wav`;

for (const language of languages) {
  describe(`the samples of the reference in ${language}`, () => {
    let account: TestAccount;
    const { sample, ended } = walk(language, () => account);
    before(async () => {
      account = await createTestAccount(db, { plan: 'pro' });
    });

    test('health, the document and the account', async () => {
      const health = await sample('getHealth');
      assert.equal(health['status'], 'ok', JSON.stringify(health));
      assert.equal((await sample('getOpenapi'))['openapi'], '3.1.0');
      assert.equal((await sample('getMe'))['plan'], 'pro');
    });

    test('a song by its link: split, waited for, listed, renamed, put on a setlist, deleted', async () => {
      // A name with every sign that a language could trip over.
      const name = `Anna's "Lied" \\ $HOME \`x\` {y} – ü`;
      const json = { audio_url: song(1), model: 'vocals', name };
      const created = await sample('createSplit', { values: { json } });
      assert.equal(created['name'], name);
      const id = String(created['id']);
      const done = await ended(id);
      assert.equal(done['status'], 'done', JSON.stringify(done));
      const page = await sample('listSplits');
      assert.deepEqual(
        (page['splits'] as Json[]).map((split) => split['id']),
        [id],
      );
      const params = { split_id: id };
      const renamed = await sample('renameSplit', { values: { params, json: { name: "It's new" } } });
      assert.equal(renamed['name'], "It's new");

      const write = { title: 'Friday', split_ids: [id] };
      const setlist = await sample('createSetlist', { values: { json: write } });
      const setlistParams = { setlist_id: String(setlist['id']) };
      const replaced = await sample('replaceSetlist', {
        values: { params: setlistParams, json: { ...write, title: 'Saturday' } },
      });
      assert.equal(replaced['title'], 'Saturday');
      assert.equal(((await sample('listSetlists'))['setlists'] as Json[]).length, 1);
      assert.equal((await sample('deleteSetlist', { values: { params: setlistParams } }))['deleted'], true);

      assert.deepEqual(await sample('deleteSplit', { values: { params } }), { id, deleted: true });
    });

    test('a file in a form', async () => {
      const file = path.join(folder, 'my song.wav');
      await writeFile(file, testSong(2));
      const created = await sample('createSplit', {
        asForm: true,
        values: { file, form: { model: 'fast' } },
      });
      assert.equal(created['name'], 'my song');
      assert.equal((await ended(created['id']))['status'], 'done');
    });

    test('a file in parts', async () => {
      const bytes = testSong(3);
      const start = { filename: 'part.wav', size: bytes.byteLength, model: 'fast' };
      const upload = await sample('startUpload', { values: { json: start } });
      const [part] = upload['parts'] as { n: number; url: string }[];
      const put = await fetch(part?.url ?? '', { method: 'PUT', body: new Uint8Array(bytes) });
      assert.equal(put.status, 200);
      const complete = {
        upload_token: upload['upload_token'],
        parts: [{ n: 1, etag: put.headers.get('etag') }],
        filename: 'part.wav',
        model: 'fast',
        name: null,
      };
      const split = await sample('completeUpload', { values: { json: complete } });
      assert.equal((await ended(split['id']))['status'], 'done');
    });

    test('a batch: started, read, cancelled', async () => {
      const json = { model: 'vocals', items: [{ audio_url: song(4), name: null }, { audio_url: song(5) }] };
      const batch = await sample('createBatch', { values: { json } });
      const params = { batch_id: String(batch['id']) };
      const read = await sample('getBatch', { values: { params, query: { wait: '0' } } });
      assert.equal((read['items'] as Json[]).length, 2);
      const cancelled = await sample('cancelBatch', { values: { params } });
      assert.equal(cancelled['id'], batch['id']);
    });
  });
}

describe('the programs of the quick start', () => {
  const blocksUnder = async (heading: string): Promise<CodeBlock[]> => {
    const answer = await fetch(`${app.url}/docs/quick-start.md`);
    const blocks = parseMarkdown(await answer.text());
    const from = blocks.findIndex((block) => block.kind === 'heading' && block.id === heading);
    const to = blocks.findIndex((block, index) => index > from && block.kind === 'heading');
    return blocks.slice(from, to).flatMap((block) => (block.kind === 'code' ? [block] : []));
  };

  test('split a song and wait for it, in each language', async () => {
    const account = await createTestAccount(db);
    const blocks = await blocksUnder('split-a-song-and-wait-for-it');
    assert.deepEqual(
      blocks.map(({ language }) => language),
      languages,
    );
    for (const { language, text } of blocks) {
      assert.ok(text.includes('https://example.org/song.mp3'));
      const split = await runText(
        language as Language,
        text.replaceAll('https://example.org/song.mp3', song(6)),
        account.key,
      );
      assert.equal(split['status'], 'done', JSON.stringify(split));
    }
  });

  test('send a file, in a form and in parts', async () => {
    const account = await createTestAccount(db);
    await writeFile(path.join(folder, 'song.flac'), testSong(7));
    const blocks = await blocksUnder('send-a-file');
    assert.deepEqual(
      blocks.map(({ language }) => language),
      ['sh', 'ts', 'py'],
    );
    for (const { language, text } of blocks) {
      const split = await runText(language as Language, text, account.key);
      assert.equal(split['model'], 'fast');
      assert.equal(split['name'], 'song');
    }
  });
});
