// Songs of known content, encoded by the worker's own encoder: each stem a rising tone of its own with impulses at places
// of its own, so that any sample tells which stem and which frame it is.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chooseFfmpeg } from '../../../../workers/audio/choose-ffmpeg.ts';
import { PeakMeter } from '../../../../workers/audio/peaks-file.ts';
import { startStemEncoder } from '../../../../workers/audio/stem-encoder.ts';
import type { StereoBlock } from '../../../../workers/dsp/stereo-block.ts';

const sampleRate = 44100;
const blockFrames = 65_536;

interface TestStem {
  name: string;
  mp3: Buffer;
  peaks: Buffer;
}

export interface TestSong {
  sampleCount: number;
  stems: TestStem[];
}

const stemNames = ['vocals', 'drums', 'bass', 'guitar', 'piano', 'other'];

function renderStem(stem: number, sampleCount: number): StereoBlock {
  const left = new Float32Array(sampleCount);
  const right = new Float32Array(sampleCount);
  for (let frame = 0; frame < sampleCount; frame += 1) {
    const seconds = frame / sampleRate;
    const tone =
      0.06 * Math.sin(2 * Math.PI * ((120 + 90 * stem) * seconds + (2 + stem) * seconds * seconds));
    const impulse = (frame + 97 * stem) % 22050 === 0 ? 0.4 : 0;
    left[frame] = tone + impulse;
    right[frame] = 0.5 * tone - impulse;
  }
  return { left, right };
}

/** What the worker would store for a stem of this sound. */
export async function encodeStem(name: string, { left, right }: StereoBlock): Promise<TestStem> {
  const workDir = mkdtempSync(path.join(tmpdir(), 'partbook-song-'));
  const mp3 = path.join(workDir, 'stem.mp3');
  const peaks = path.join(workDir, 'stem.peaks');
  const tags = { title: 'A song of the tests', stem: name, software: 'Partbook' };
  const encoder = startStemEncoder(chooseFfmpeg(), { workDir, stems: [{ mp3, ogg: null, tags }] });
  const meter = new PeakMeter();
  try {
    for (let at = 0; at < left.length; at += blockFrames) {
      const block = {
        left: left.subarray(at, at + blockFrames),
        right: right.subarray(at, at + blockFrames),
      };
      meter.push(block);
      await encoder.write([block]);
    }
    await encoder.finish();
    await meter.writeTo(peaks);
    return { name, mp3: readFileSync(mp3), peaks: readFileSync(peaks) };
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

export async function makeSong(seconds: number, stems: number): Promise<TestSong> {
  const sampleCount = Math.round(seconds * sampleRate);
  const made: TestStem[] = [];
  for (const [stem, name] of stemNames.slice(0, stems).entries()) {
    made.push(await encodeStem(name, renderStem(stem, sampleCount)));
  }
  return { sampleCount, stems: made };
}

/** A long song without a long encode: the frames of a short one over and over, with the tag telling the truth. */
export async function makeLongSong(seconds: number, stems: number): Promise<TestSong> {
  const short = await encodeStem('vocals', renderStem(0, 20 * sampleRate));
  const frameBytes = (144 * 192_000) / sampleRate;
  const tag = short.mp3.indexOf('Info', 0, 'latin1');
  const soundStart = tag - 36 + Math.floor(frameBytes);
  // CBR pads so that 49 frames are a whole number of bytes; whole multiples keep the pattern.
  const frameCount = short.mp3.readUInt32BE(tag + 8);
  const usable = frameCount - (frameCount % 49);
  const block = short.mp3.subarray(soundStart, soundStart + Math.round(usable * frameBytes));
  const repeats = Math.ceil((seconds * sampleRate) / (usable * 1152));
  const head = Buffer.from(short.mp3.subarray(0, soundStart));
  head.writeUInt32BE(usable * repeats, tag + 8);
  const mp3 = Buffer.concat([head, ...Array.from({ length: repeats }, () => block)]);
  const sampleCount = usable * repeats * 1152 - 2000;
  return { sampleCount, stems: stemNames.slice(0, stems).map((name) => ({ ...short, name, mp3 })) };
}
