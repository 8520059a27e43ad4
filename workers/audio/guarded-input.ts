// The FFmpeg arguments that open one untrusted file: one demuxer, audio decoders only, no other file, no large allocation.
import type { SongFormat } from './sniff-format.ts';

const pcm = [
  'u8',
  's8',
  's16le',
  's16be',
  's24le',
  's24be',
  's32le',
  's32be',
  'f32le',
  'f32be',
  'f64le',
  'f64be',
];

/** Decoders by FFmpeg's names. Neither pictures nor text nor video are among them. */
const decoders = [
  'mp3float',
  'mp3',
  'mp2float',
  'mp2',
  'flac',
  'vorbis',
  'libvorbis',
  'opus',
  'libopus',
  'aac',
  'alac',
  'wmav1',
  'wmav2',
  'wmapro',
  'wmalossless',
  'adpcm_ms',
  'adpcm_ima_wav',
  'adpcm_ima_qt',
  'pcm_alaw',
  'pcm_mulaw',
  ...pcm.map((name) => `pcm_${name}`),
];

/** A header may claim a gigabyte for one second; no honest song needs a block of more than 64 MB. */
const maxAllocationBytes = 64_000_000;

export const guardedInput = (file: string, format: SongFormat): string[] => [
  '-max_alloc',
  String(maxAllocationBytes),
  '-protocol_whitelist',
  'file,pipe',
  '-format_whitelist',
  'mp3,wav,aiff,flac,ogg,mov,aac,asf',
  '-codec_whitelist',
  decoders.join(','),
  '-threads',
  '1',
  '-f',
  format,
  '-i',
  `file:${file}`,
];
