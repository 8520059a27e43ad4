// The catalogue's commands against a local server: resuming, hashes, licences, offline, choosing, removing.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { addModel, chooseModel, ModelRefused, removeModel, verifyModels } from './change-models.ts';
import { catalogue } from './catalogue.ts';
import { DownloadFailed } from './download-file.ts';
import { parseManifest, type ModelManifest } from './manifest.ts';
import { listModels, modelFor } from './model-store.ts';

const content = Buffer.alloc(300_000, 'partbook');
const sha256 = createHash('sha256').update(content).digest('hex');
const requests: (string | undefined)[] = [];
let serve: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
let server: Server;
let address = '';
let dataDir = '';

before(async () => {
  server = createServer((request, response) => {
    requests.push(request.headers.range);
    serve(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  assert.ok(bound && typeof bound === 'object');
  address = `http://127.0.0.1:${bound.port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(async (context) => {
  requests.length = 0;
  serve = serveFile;
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'partbook-models-'));
  assert.ok('after' in context);
  context.after(() => rm(dataDir, { recursive: true, force: true }));
});

const serveFile = (request: IncomingMessage, response: ServerResponse): void => {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': content.length - from });
  response.end(content.subarray(from));
};

const waveform = { axes: ['batch', 'channel', 'sample'] };
const manifest = (changes: object = {}): ModelManifest =>
  parseManifest(
    {
      schema: 1,
      id: 'tiny',
      version: '1',
      title: 'Tiny',
      licence: { name: 'MIT', notice: 'free', research_only: false },
      proven: true,
      kind: 'waveform',
      graphs: [
        { file: 'tiny.onnx', sha256, bytes: content.length, url: `${address}/tiny.onnx`, stems: ['vocals'] },
      ],
      samples: 1000,
      overlap: 0,
      join: 'linear',
      normalise: 'none',
      tensors: { inputs: { waveform }, outputs: { waveform } },
      products: { vocals: { vocals: ['vocals'], instrumental: 'rest' } },
      ...changes,
    },
    'test',
  );

const add = (model: ModelManifest, acceptResearchOnly = false): Promise<string> =>
  addModel({
    dataDir,
    manifest: model,
    acceptResearchOnly,
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });

test('a model is added, chosen, verified and removed; the bundled one takes over again', async () => {
  await add(manifest());
  await chooseModel(dataDir, 'vocals', 'tiny');
  assert.equal((await modelFor(dataDir, 'vocals')).manifest.id, 'tiny');
  assert.equal((await modelFor(dataDir, 'full')).manifest.id, 'partbook-small');
  await assert.rejects(chooseModel(dataDir, 'full', 'tiny'), /makes vocals, not full/);
  assert.deepEqual(
    (await verifyModels(dataDir)).map(({ fault }) => fault),
    [null, null],
  );
  await assert.rejects(add(manifest()), ModelRefused);
  assert.deepEqual(await removeModel(dataDir, 'tiny'), ['vocals']);
  assert.equal((await modelFor(dataDir, 'vocals')).manifest.id, 'partbook-small');
  await assert.rejects(removeModel(dataDir, 'partbook-small'), /bundled/);
});

test('a download that broke off goes on where it stopped', async () => {
  serve = (_request, response) => {
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.subarray(0, 100_000), () => setTimeout(() => response.destroy(), 50));
  };
  await assert.rejects(add(manifest()), (error: unknown) => {
    assert.ok(error instanceof DownloadFailed);
    assert.match(error.message, /Run the same command again/);
    return true;
  });
  assert.equal((await listModels(dataDir)).length, 1, 'an unfinished model must not count');
  serve = serveFile;
  await add(manifest());
  assert.match(requests[1] ?? '', /^bytes=[1-9]\d*-$/);
  assert.equal((await verifyModels(dataDir)).filter(({ fault }) => fault !== null).length, 0);
});

test('a server that ignores ranges is taken from the start', async () => {
  const staging = path.join(dataDir, 'models', '.adding-tiny');
  await mkdir(staging, { recursive: true });
  await writeFile(path.join(staging, 'tiny.onnx.part'), content.subarray(0, 5000));
  serve = (_request, response) => {
    response.writeHead(200, { 'content-length': content.length });
    response.end(content);
  };
  await add(manifest());
  assert.equal((await verifyModels(dataDir)).filter(({ fault }) => fault !== null).length, 0);
});

test('a file with another hash is deleted and never used', async () => {
  serve = (_request, response) => response.end(Buffer.alloc(content.length, 'evil'));
  await assert.rejects(add(manifest()), /not the file that is expected/);
  assert.deepEqual(await readdir(path.join(dataDir, 'models', '.adding-tiny')), []);
  assert.equal((await listModels(dataDir)).length, 1);
});

test('a file larger than announced is not swallowed', async () => {
  serve = (_request, response) => response.end(Buffer.alloc(content.length + 1));
  await assert.rejects(add(manifest()), /larger than/);
});

test('offline and missing files are told in a sentence', async () => {
  const gone = manifest();
  for (const graph of gone.graphs) graph.url = 'http://127.0.0.1:9/tiny.onnx';
  await assert.rejects(add(gone), /cannot be reached.*the bundled model works offline/);
  serve = (_request, response) => response.writeHead(404).end();
  await assert.rejects(add(manifest()), /answered 404/);
});

test('research-only weights need acceptance before a byte is fetched', async () => {
  const licence = { name: 'research only', notice: 'Not for sale.', research_only: true };
  await assert.rejects(add(manifest({ licence })), /Not for sale\..*--accept-research-only/);
  assert.equal(requests.length, 0);
  await add(manifest({ licence }), true);
  assert.equal(requests.length, 1);
});

test('every catalogue entry is a valid manifest with an address and a pinned hash for each file', () => {
  const entries = catalogue();
  assert.deepEqual(
    entries.map(({ id }) => id),
    ['kuielab-a', 'uvr-mdx-voc-ft', 'htdemucs', 'htdemucs-6s', 'htdemucs-ft'],
  );
  for (const { graphs } of entries) for (const { url } of graphs) assert.match(url ?? '', /^https:/);
});

test('a manifest that contradicts itself is explained', () => {
  assert.throws(
    () => manifest({ products: { fast: { vocals: ['vocals'] } } }),
    /fast needs exactly the stems/,
  );
  assert.throws(
    () => manifest({ products: { vocals: { vocals: ['voice'], instrumental: 'rest' } } }),
    /uses the stem voice, which no graph keeps/,
  );
  assert.throws(() => manifest({ colour: 'red' }), /colour/);
});
