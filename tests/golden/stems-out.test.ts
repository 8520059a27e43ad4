// The stems that go out: exact length and place in a real browser, true figures, readable peaks, honest tags.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { openSong } from '../../workers/audio/open-song.ts';
import type { FinishedStem } from '../../workers/audio/write-stems.ts';
import type { FfmpegBackend } from '../../workers/audio/ffmpeg-backend.ts';
import { systemFfmpeg } from '../../workers/audio/system-ffmpeg.ts';
import type { StereoBlock } from '../../workers/dsp/stereo-block.ts';
import { launchChromium } from '../support/chromium.ts';
import { eachFfmpeg } from '../support/each-ffmpeg.ts';
import { collect, lagOf, largestDifference, testSong } from '../support/known-song.ts';
import { withTemporaryFolder } from '../support/temporary-folder.ts';
import { openStemWriter } from '../support/write-stem.ts';

/** No multiple of any frame or block size. */
const frames = 3 * 44_100 + 777;
const song = testSong(frames);
const kinds = ['mp3', 'ogg', 'wav', 'peaks'] as const;

const write = async (
  dir: string,
  sound: StereoBlock,
  backend: FfmpegBackend,
  wavBits: 16 | 24 = 16,
): Promise<FinishedStem> => {
  const writer = await openStemWriter({ dir, stem: 'vocals', title: 'Søndag 7"', kinds, wavBits, backend });
  for (let at = 0; at < sound.left.length; at += 10_007) {
    await writer.write({
      left: sound.left.slice(at, at + 10_007),
      right: sound.right.slice(at, at + 10_007),
    });
  }
  return writer.finish();
};

const readBack = async (file: string, backend: FfmpegBackend) => {
  const opened = await openSong(file, {
    maxDurationSeconds: 60,
    minDurationSeconds: 0,
    workDir: path.dirname(file),
    backend,
  });
  return { opened, sound: await collect(opened.decode()) };
};

/** Samples of an Ogg Opus file: the last page's position without what the decoder throws away first; null for Vorbis. */
const opusLength = (file: Buffer): number | null => {
  const head = file.indexOf('OpusHead');
  if (head < 0) return null;
  const position = file.readBigInt64LE(file.lastIndexOf('OggS') + 6);
  return Number(position) - file.readUInt16LE(head + 10);
};

const sine = (dbfs: number, hertz: number, seconds: number, phase = 0): StereoBlock => {
  const samples = Float32Array.from(
    { length: seconds * 44_100 },
    (_, at) => 10 ** (dbfs / 20) * Math.sin((2 * Math.PI * hertz * at) / 44_100 + phase),
  );
  return { left: samples, right: samples };
};

for (const backend of eachFfmpeg()) {
  test(`${backend.name}: every file of a stem has the song's length and place, its size, checksum and tags`, async () => {
    await withTemporaryFolder(async (dir) => {
      for (const wavBits of [16, 24] as const) {
        const stem = await write(dir, song, backend, wavBits);
        assert.equal(stem.sampleCount, frames);
        for (const { kind, path: file, bytes, crc32: sum } of stem.files) {
          const content = await readFile(file);
          assert.deepEqual([content.length, crc32(content)], [bytes, sum], kind);
          if (kind === 'peaks') continue;
          const { opened, sound } = await readBack(file, backend);
          const opus = kind === 'ogg' ? opusLength(content) : null;
          // Opus counts in 48,000ths of a second: one more than the song fills when it is a part of one.
          if (opus !== null) assert.equal(opus, Math.ceil((frames * 48_000) / 44_100));
          const exact = opus === null ? frames : Math.ceil((opus * 44_100) / 48_000);
          assert.equal(sound.left.length, exact, kind);
          assert.equal(lagOf(song.left, sound.left), 0, kind);
          assert.match(opened.title ?? '', /^Søndag 7"/, kind);
          if (kind === 'wav')
            assert.ok(largestDifference(song.left, sound.left) <= 0.51 / 2 ** (wavBits - 1));
        }
      }
    });
  });
}

test('MP3 and OGG stems decode in a browser with the exact length and no lag', async () => {
  const [backend] = eachFfmpeg();
  assert.ok(backend);
  await withTemporaryFolder(async (dir) => {
    const stem = await write(dir, song, backend);
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      for (const { kind, path: file } of stem.files) {
        if (kind === 'peaks') continue;
        const base64 = (await readFile(file)).toString('base64');
        const decoded = await page.evaluate(async (encoded) => {
          const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
          const buffer = await new OfflineAudioContext(2, 1, 44_100).decodeAudioData(bytes.buffer);
          return { channels: buffer.numberOfChannels, left: Array.from(buffer.getChannelData(0)) };
        }, base64);
        assert.equal(decoded.channels, 2, kind);
        assert.equal(decoded.left.length, frames, `${kind}: length`);
        assert.equal(lagOf(song.left, Float32Array.from(decoded.left)), 0, `${kind}: lag`);
      }
    } finally {
      await browser.close();
    }
  });
});

test('the MP3 is constant-rate without reservoir behind a LAME tag, so that any slice of it decodes', async () => {
  const [backend] = eachFfmpeg();
  assert.ok(backend);
  await withTemporaryFolder(async (dir) => {
    const { files } = await write(dir, song, backend);
    const mp3 = await readFile(files.find(({ kind }) => kind === 'mp3')?.path ?? '');
    const first = mp3.indexOf(Buffer.from([0xff, 0xfb]));
    assert.equal(mp3.toString('latin1', first + 36, first + 40), 'Info');
    const starts: number[] = [];
    for (let at = first; at + 4 <= mp3.length && mp3[at] === 0xff;) {
      starts.push(at);
      at += 626 + (((mp3[at + 2] ?? 0) >> 1) & 1);
    }
    assert.equal((starts.at(-1) ?? 0) + 626 + (((mp3[(starts.at(-1) ?? 0) + 2] ?? 0) >> 1) & 1), mp3.length);
    for (const at of starts.slice(1)) {
      // main_data_begin: nine bits behind the header; zero means that the frame needs no earlier one.
      assert.equal(((mp3[at + 4] ?? 0) << 1) | ((mp3[at + 5] ?? 0) >> 7), 0);
    }
  });
});

test('true peak and loudness agree with the standards and with FFmpeg', async () => {
  const [backend] = eachFfmpeg();
  assert.ok(backend);
  await withTemporaryFolder(async (dir) => {
    // EBU Tech 3341, cases 1 and 2: a 1 kHz sine reads its own level.
    for (const level of [-23, -33]) {
      const { loudnessLufs } = await write(dir, sine(level, 1000, 20), backend);
      assert.ok(Math.abs((loudnessLufs ?? 0) - level) <= 0.1, `${level}: ${loudnessLufs}`);
    }
    // Case 3: quiet ends are gated out.
    const parts = [sine(-36, 1000, 10), sine(-23, 1000, 60), sine(-36, 1000, 10)];
    const joined = Float32Array.from(parts.flatMap(({ left }) => Array.from(left)));
    const gated = await write(dir, { left: joined, right: joined }, backend);
    assert.ok(Math.abs((gated.loudnessLufs ?? 0) + 23) <= 0.1, `gated: ${gated.loudnessLufs}`);
    // A quarter of the sample rate at 45°: every sample lies 3 dB under the true peak.
    const between = await write(dir, sine(-6, 11_025, 2, Math.PI / 4), backend);
    assert.ok(Math.abs((between.truePeakDbfs ?? 0) + 6) <= 0.4, `true peak: ${between.truePeakDbfs}`);
  });
});

test('silence is told from sound', async () => {
  const [backend] = eachFfmpeg();
  assert.ok(backend);
  await withTemporaryFolder(async (dir) => {
    const zeros = new Float32Array(44_100);
    const nothing = await write(dir, { left: zeros, right: zeros }, backend);
    assert.deepEqual([nothing.silent, nothing.truePeakDbfs, nothing.loudnessLufs], [true, null, null]);
    const faint = await write(dir, sine(-75, 440, 1), backend);
    assert.equal(faint.silent, true);
    assert.equal((await write(dir, sine(-40, 440, 1), backend)).silent, false);
  });
});

test('the peaks file holds the waveform at four zoom levels', async () => {
  const [backend] = eachFfmpeg();
  assert.ok(backend);
  await withTemporaryFolder(async (dir) => {
    const { files } = await write(dir, song, backend);
    const peaks = await readFile(files.find(({ kind }) => kind === 'peaks')?.path ?? '');
    assert.equal(peaks.toString('latin1', 0, 4), 'PBPK');
    assert.deepEqual(
      [peaks[4], peaks[5], peaks.readUInt32LE(8), peaks.readUInt32LE(12)],
      [1, 4, 44_100, frames],
    );
    let at = 16 + 4 * 8;
    for (let level = 0; level < 4; level += 1) {
      const perBucket = peaks.readUInt32LE(16 + 8 * level);
      const buckets = peaks.readUInt32LE(20 + 8 * level);
      assert.deepEqual([perBucket, buckets], [256 * 4 ** level, Math.ceil(frames / perBucket)]);
      const amplitude = (q: number): number => Math.sign(q) * (q / 127) ** 2;
      for (let bucket = 0; bucket < buckets; bucket += 1) {
        const part = [song.left, song.right].flatMap((side) => [
          ...side.subarray(bucket * perBucket, (bucket + 1) * perBucket),
        ]);
        const low = part.reduce((least, sample) => Math.min(least, sample), Infinity);
        const high = part.reduce((most, sample) => Math.max(most, sample), -Infinity);
        assert.ok(Math.abs(amplitude(peaks.readInt8(at)) - low) <= 0.009, `low of bucket ${bucket}`);
        assert.ok(Math.abs(amplitude(peaks.readInt8(at + 1)) - high) <= 0.009, `high of bucket ${bucket}`);
        at += 2;
      }
    }
    assert.equal(at, peaks.length);
  });
});

test('a writer that is given up leaves no file and no process', async () => {
  const backend = systemFfmpeg() ?? eachFfmpeg()[0];
  assert.ok(backend);
  await withTemporaryFolder(async (dir) => {
    const writer = await openStemWriter({ dir, stem: 'drums', title: '', kinds, wavBits: 16, backend });
    await writer.write(song);
    await writer.abort();
    await assert.rejects(readFile(path.join(dir, 'drums.mp3')));
    await assert.rejects(readFile(path.join(dir, 'drums.wav')));
  });
});
