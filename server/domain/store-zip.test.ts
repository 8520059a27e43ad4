import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { crc32 } from '../../tests/support/crc32.ts';
import { layoutZip, piecesOfZip, type ZipEntry, type ZipLayout } from './store-zip.ts';

const run = promisify(execFile);
const utf8 = { ...process.env, LC_ALL: 'C.UTF-8' };
const modified = new Date('2026-03-04T05:06:08Z');
let folder = '';
before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'partbook-zip-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const entryOf = (name: string, content: Buffer): ZipEntry => ({
  name,
  bytes: content.length,
  crc32: crc32(content),
  modified,
});

const cut = (layout: ZipLayout, contents: readonly Buffer[], start: number, end: number): Buffer =>
  Buffer.concat(
    piecesOfZip(layout, start, end).map((piece) =>
      'content' in piece
        ? piece.content
        : (contents[piece.entry] ?? assert.fail()).subarray(piece.start, piece.end + 1),
    ),
  );

test('unzip accepts the archive, its names, its times and every byte', async () => {
  const contents = [randomBytes(70_000), Buffer.alloc(0), Buffer.from('x')];
  const names = ['Für Élise - vocals.wav', '歌 - 空.wav', 'plain.wav'];
  const layout = layoutZip(names.map((name, index) => entryOf(name, contents[index] ?? assert.fail())));
  const whole = cut(layout, contents, 0, layout.bytes - 1);
  assert.equal(whole.length, layout.bytes);
  const file = path.join(folder, 'whole.zip');
  await writeFile(file, whole);
  const tested = await run('unzip', ['-t', file], { env: utf8 });
  assert.match(tested.stdout, /No errors detected/);
  const listed = await run('unzip', ['-Z1', file], { env: utf8 });
  assert.deepEqual(listed.stdout.trim().split('\n'), names);
  const times = await run('unzip', ['-Z', '-T', file]);
  assert.match(times.stdout, /20260304\.050608/);
  const first = await run('unzip', ['-p', file, names[0] ?? ''], {
    encoding: 'buffer',
    env: utf8,
  });
  assert.deepEqual(first.stdout, contents[0]);
});

test('any range of the archive is the same bytes as in the whole', () => {
  const contents = [randomBytes(500), randomBytes(1), Buffer.alloc(0), randomBytes(300)];
  const layout = layoutZip(contents.map((content, index) => entryOf(`${index}.wav`, content)));
  const whole = cut(layout, contents, 0, layout.bytes - 1);
  for (let start = 0; start < layout.bytes; start += 7) {
    for (const length of [1, 2, 50, 400, layout.bytes]) {
      const end = Math.min(start + length, layout.bytes) - 1;
      assert.deepEqual(cut(layout, contents, start, end), whole.subarray(start, end + 1), `${start}-${end}`);
    }
  }
});

test('an archive above 4 GiB is ZIP64: unzip reads its list and the entry that lies past the border', async () => {
  const gigabyte = 1024 ** 3;
  const last = Buffer.from('past the border');
  const large = { bytes: 5 * gigabyte, crc32: 0, modified };
  const layout = layoutZip([
    { ...large, name: 'large.wav' },
    { ...large, name: 'wide.wav', bytes: gigabyte },
    entryOf('last.txt', last),
  ]);
  assert.ok(layout.bytes > 6 * gigabyte);
  // The large entries are holes of a sparse file: nothing is written for them.
  const file = path.join(folder, 'large.zip');
  const handle = await open(file, 'w');
  let offset = 0;
  for (const segment of layout.segments) {
    const content = 'content' in segment ? segment.content : segment.entry === 2 ? last : null;
    if (content) await handle.write(content, 0, content.length, offset);
    offset += segment.bytes;
  }
  await handle.close();
  assert.equal(offset, layout.bytes);
  const listed = await run('unzip', ['-Z', file]);
  assert.match(listed.stdout, /3 files, 6442450959 bytes uncompressed/);
  assert.match(listed.stdout, /5368709120 .* large\.wav/);
  const extracted = await run('unzip', ['-p', file, 'last.txt']);
  assert.equal(extracted.stdout, last.toString());
});
