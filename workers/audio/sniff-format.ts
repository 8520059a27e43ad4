// Tells the container of a song from its first bytes, so that FFmpeg is forced to one demuxer and never guesses.
import { open, type FileHandle } from 'node:fs/promises';

/** Names of FFmpeg's demuxers. */
export type SongFormat = 'mp3' | 'wav' | 'aiff' | 'flac' | 'ogg' | 'mov' | 'aac' | 'asf';

const windowBytes = 128 * 1024;
const asfHeader = Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex');

const ascii = (head: Buffer, at: number, text: string): boolean =>
  head.length >= at + text.length && head.toString('latin1', at, at + text.length) === text;

/** Length of an ID3v2 tag at the start (ID3v2.4 §3.1), or 0. */
const id3Bytes = (head: Buffer): number => {
  if (head.length < 10 || !ascii(head, 0, 'ID3')) return 0;
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, 10);
  if ((a | b | c | d) & 0x80) return 0;
  const footer = (head[5] ?? 0) & 0x10 ? 10 : 0;
  return 10 + footer + ((a << 21) | (b << 14) | (c << 7) | d);
};

const bitrates = {
  v1l3: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  v1l2: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  v2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const sampleRates = [44_100, 48_000, 32_000];

/** Bytes of the MPEG audio frame (layer II or III) at this place, or 0 when there is none. */
const mpegFrameBytes = (head: Buffer, at: number): number => {
  const [b0 = 0, b1 = 0, b2 = 0] = head.subarray(at, at + 4);
  if (b0 !== 0xff || (b1 & 0xe0) !== 0xe0) return 0;
  const version = (b1 >> 3) & 3; // 3 = MPEG 1, 2 = MPEG 2, 0 = MPEG 2.5
  const layer = (b1 >> 1) & 3; // 1 = III, 2 = II
  if (version === 1 || (layer !== 1 && layer !== 2)) return 0;
  const table = version !== 3 ? bitrates.v2 : layer === 1 ? bitrates.v1l3 : bitrates.v1l2;
  const kilobits = table[b2 >> 4] ?? 0;
  const baseRate = sampleRates[(b2 >> 2) & 3] ?? 0;
  if (kilobits === 0 || baseRate === 0) return 0;
  const rate = baseRate / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const samplesOverEight = layer === 1 && version !== 3 ? 72 : 144;
  return Math.floor((samplesOverEight * kilobits * 1000) / rate) + ((b2 >> 1) & 1);
};

const adtsFrameBytes = (head: Buffer, at: number): number => {
  const [b0 = 0, b1 = 0, b2 = 0, b3 = 0, b4 = 0, b5 = 0] = head.subarray(at, at + 6);
  if (b0 !== 0xff || (b1 & 0xf6) !== 0xf0 || ((b2 >> 2) & 15) > 12) return 0;
  const bytes = ((b3 & 3) << 11) | (b4 << 3) | (b5 >> 5);
  return bytes > 7 ? bytes : 0;
};

type FrameLength = (head: Buffer, at: number) => number;

/** Frames must follow each other: a lone sync word also stands in pictures and programs. */
const hasFrameRun = (head: Buffer, at: number, frameBytes: FrameLength): boolean => {
  let place = at;
  for (let frame = 0; frame < 3; frame += 1) {
    const bytes = frameBytes(head, place);
    if (bytes === 0) return false;
    place += bytes;
    if (place + 7 > head.length) return frame > 0 || place >= head.length;
  }
  return true;
};

const frameStream = (head: Buffer, searchBytes: number): SongFormat | null => {
  const last = Math.min(searchBytes, head.length - 7);
  for (let at = 0; at <= last; at += 1) {
    if (head[at] !== 0xff) continue;
    if (hasFrameRun(head, at, adtsFrameBytes)) return 'aac';
    if (hasFrameRun(head, at, mpegFrameBytes)) return 'mp3';
  }
  return null;
};

const container = (head: Buffer): SongFormat | null => {
  if ((ascii(head, 0, 'RIFF') || ascii(head, 0, 'RF64')) && ascii(head, 8, 'WAVE')) return 'wav';
  if (ascii(head, 0, 'FORM') && (ascii(head, 8, 'AIFF') || ascii(head, 8, 'AIFC'))) return 'aiff';
  if (ascii(head, 0, 'fLaC')) return 'flac';
  if (ascii(head, 0, 'OggS')) return 'ogg';
  if (ascii(head, 4, 'ftyp')) return 'mov';
  if (head.subarray(0, 16).equals(asfHeader)) return 'asf';
  return null;
};

const magic = (text: string): Buffer => Buffer.from(text, 'latin1');
/** Starts of pictures, programs, archives, films and documents. */
const otherKinds = [
  ...[
    '\x89PNG',
    'GIF8',
    'BM',
    '%PDF',
    'PK\x03\x04',
    'MZ',
    '\x7fELF',
    '\x1f\x8b',
    'Rar!',
    '7z',
    'II*\0',
    'MM\0*',
  ].map(magic),
  ...[
    'RIFF',
    '8BPS',
    '\xff\xd8\xff',
    '\x1a\x45\xdf\xa3',
    'FLV',
    'OTTO',
    '\0\0\x01\xb3',
    '\0\0\x01\xba',
    'ffconcat',
  ].map(magic),
];

/** Such files may hold bytes that look like MPEG frames, so frames are only searched for in files of no known kind. */
const isSomethingElse = (head: Buffer): boolean =>
  otherKinds.some((start) => head.subarray(0, start.length).equals(start)) ||
  /^\s*(<|#EXT|\{|\[playlist)/i.test(head.toString('latin1', 0, 64));

const readWindow = async (file: FileHandle, at: number): Promise<Buffer> => {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(windowBytes), 0, windowBytes, at);
  return buffer.subarray(0, bytesRead);
};

/** The format of the file, or null when it is not a song of a known kind. */
export const sniffFormat = async (path: string): Promise<SongFormat | null> => {
  const file = await open(path, 'r');
  try {
    const start = await readWindow(file, 0);
    const tagBytes = id3Bytes(start);
    const head = tagBytes > 0 ? await readWindow(file, tagBytes) : start;
    const known = container(head);
    if (known !== null) return known;
    if (isSomethingElse(head)) return null;
    // Some editors leave padding between the tag and the first frame.
    return frameStream(head, tagBytes > 0 ? windowBytes : 4096);
  } finally {
    await file.close();
  }
};
