// Good songs of every format, broken in ways that happen: cut short, flipped bits, holes, foreign tails.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { HostileFile, Outcome } from './hostile-files.ts';
import { noise } from './hostile-files.ts';
import { encode, testSong, writeSource } from './known-song.ts';

const formats: Record<string, string> = {
  'cbr.mp3': '-c:a libmp3lame -b:a 128k',
  's16.wav': '-c:a pcm_s16le',
  'song.flac': '-c:a flac',
  'vorbis.ogg': '-c:a libvorbis',
  'aac.m4a': '-c:a aac',
  'alac.m4a': '-c:a alac -sample_fmt s16p',
  'raw.aac': '-c:a aac -f adts',
  'song.wma': '-c:a wmav2',
};

const flipped = (bytes: Buffer, everyBytes: number, from: number): Buffer => {
  const copy = Buffer.from(bytes);
  for (let at = from; at < copy.length; at += everyBytes) copy[at] = (copy[at] ?? 0) ^ (1 << (at % 8));
  return copy;
};

const holed = (bytes: Buffer): Buffer => {
  const copy = Buffer.from(bytes);
  copy.fill(0, Math.floor(copy.length * 0.4), Math.floor(copy.length * 0.6));
  return copy;
};

const damages: Record<string, (bytes: Buffer) => Buffer> = {
  'cut-to-12-bytes': (bytes) => bytes.subarray(0, 12),
  'cut-to-200-bytes': (bytes) => bytes.subarray(0, 200),
  'cut-to-a-tenth': (bytes) => bytes.subarray(0, Math.floor(bytes.length / 10)),
  'cut-in-half': (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2)),
  'cut-by-one-byte': (bytes) => bytes.subarray(0, -1),
  'a-flip-everywhere': (bytes) => flipped(bytes, 17, 0),
  'a-flip-every-kilobyte': (bytes) => flipped(bytes, 1021, 61),
  'a-flip-in-the-head': (bytes) =>
    Buffer.concat([flipped(bytes.subarray(0, 400), 37, 20), bytes.subarray(400)]),
  'a-hole': holed,
  'a-foreign-tail': (bytes) => Buffer.concat([bytes, noise(300_000)]),
  'twice-in-a-row': (bytes) => Buffer.concat([bytes, bytes]),
};

/** What is left of a song may be one, or too little of it, or nothing; never anything else. */
const anyEnd: Outcome[] = ['song', 'unsupported_audio', 'audio_too_short', 'audio_too_long'];

export const damagedSongs = async (dir: string): Promise<HostileFile[]> => {
  const source = await writeSource(dir, testSong(3 * 44_100));
  const made: HostileFile[] = [];
  for (const [name, args] of Object.entries(formats)) {
    const bytes = await readFile(await encode(source, path.join(dir, name), args.split(' ')));
    for (const [damage, apply] of Object.entries(damages)) {
      made.push({ name: `${damage}-${name}`, bytes: apply(bytes), right: anyEnd });
    }
  }
  return made;
};
