// The command lines as a person uses them: songs and folders, JSON, exit codes, sentences.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { testSong } from '../support/test-signal.ts';
import { openStemWriter } from '../support/write-stem.ts';

const root = path.join(import.meta.dirname, '../..');
let folder = '';

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'partbook-cli-'));
  const dir = path.join(folder, 'songs');
  const writer = await openStemWriter({ dir, stem: 'other', title: 'test', kinds: ['wav'], wavBits: 16 });
  await writer.write(testSong(44_100 * 3));
  await writer.finish();
  await mkdir(path.join(dir, 'broken'));
  await writeFile(path.join(dir, 'broken', 'page.mp3'), '<html>not a song</html>');
});
after(() => rm(folder, { recursive: true, force: true }));

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

const command = (script: string, args: string[]): Promise<Ended> =>
  new Promise((resolve, reject) => {
    // As npm runs it: the inference process must start without any flag that this one got.
    const child = spawn(process.execPath, ['scripts/run.mjs', `scripts/${script}`, ...args], {
      cwd: root,
      env: { ...process.env, DATA_DIR: path.join(folder, 'data'), INIT_CWD: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended: Ended = { code: null, out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (ended.out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (ended.err += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ ...ended, code }));
  });

test('a folder is split song by song; one bad song is told and the others are done', async () => {
  const { code, out, err } = await command('split.ts', [
    'songs',
    '--out',
    'stems',
    '--format',
    'wav,mp3',
    '--json',
  ]);
  assert.equal(code, 1, err);
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { status: string; reason?: string; stems?: { name: string }[] });
  assert.deepEqual(
    lines.map(({ status, reason }) => [status, reason]),
    [
      ['failed', 'unsupported_audio'],
      ['done', undefined],
    ],
  );
  assert.deepEqual(
    lines[1]?.stems?.map(({ name }) => name),
    ['vocals', 'instrumental'],
  );
  const files = await readdir(path.join(folder, 'stems', 'other'));
  assert.deepEqual(
    files.toSorted((a, b) => a.localeCompare(b)),
    ['instrumental.mp3', 'instrumental.wav', 'vocals.mp3', 'vocals.wav'],
  );
  assert.match(err, /1 of 2 songs split/);
});

test('a wrong command line ends with 2 and the usage', async () => {
  for (const args of [
    [],
    ['x.mp3', '--model', 'seven'],
    ['x.mp3', '--format', 'tape'],
    ['nowhere.mp3'],
    ['--colour'],
  ]) {
    const { code, err } = await command('split.ts', args);
    assert.equal(code, 2, `${args.join(' ')}: ${err}`);
    assert.notEqual(err.trim(), '');
  }
});

test('the models command lists, verifies and explains', async () => {
  const list = await command('models.ts', ['list']);
  assert.equal(list.code, 0, list.err);
  assert.match(list.out, /partbook-small@\S+ \(bundled\) \[makes vocals, fast, full\]/);
  assert.match(list.out, /htdemucs-6s\n.*needs acceptance, never run by our tests/);
  const verify = await command('models.ts', ['verify']);
  assert.match(verify.out, /^right {2}partbook-small {2}model\.onnx/m);
  const refused = await command('models.ts', ['add', 'htdemucs']);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /--accept-research-only/);
  assert.equal((await command('models.ts', ['use', 'full', 'nowhere'])).code, 1);
  assert.equal((await command('models.ts', ['dance'])).code, 2);
});
