// Files that are no song, or lie about being one, with the only answers that are right for each.
import { floatWav, wavFile } from './known-song.ts';

export type Outcome = 'song' | 'unsupported_audio' | 'audio_too_long' | 'audio_too_short';
export type HostileFile = { name: string; bytes: Buffer; right: readonly Outcome[] };

const text = (content: string): Buffer => Buffer.from(content, 'latin1');

/** Repeatable noise. */
export const noise = (bytes: number, seed = 1): Buffer => {
  let state = seed;
  const out = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    out[at] = state >>> 24;
  }
  return out;
};

const followedByNoise = (start: string, bytes = 100_000): Buffer =>
  Buffer.concat([text(start), noise(bytes)]);

/** Everything that must be told from a song by its first bytes. */
const otherThings: Record<string, Buffer> = {
  'nothing.mp3': Buffer.alloc(0),
  'one-byte.wav': Buffer.alloc(1, 0x52),
  'three-bytes.mp3': text('ID3'),
  'zeros.mp3': Buffer.alloc(1_000_000),
  'ones.mp3': Buffer.alloc(1_000_000, 0xff),
  'noise.mp3': noise(1_000_000, 7),
  'words.mp3': text('la la la '.repeat(5000)),
  'object.json': text('{"audio": "file:///etc/passwd"}'),
  'page.mp3': text('<!doctype html><html><body><audio src="file:///etc/passwd"></audio></body></html>'),
  'list.m3u': text('#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n'),
  'plain.m3u': text('/etc/passwd\nhttp://127.0.0.1:1/\n'),
  'live.m3u8': text(
    '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nhttp://127.0.0.1:1/a.ts\n#EXT-X-ENDLIST\n',
  ),
  'list.pls': text('[playlist]\nFile1=file:///etc/passwd\nNumberOfEntries=1\n'),
  'list.xspf': text(
    '<?xml version="1.0"?><playlist><trackList><track><location>file:///etc/passwd</location></track></trackList></playlist>',
  ),
  'list.mpd': text('<?xml version="1.0"?><MPD><BaseURL>http://127.0.0.1:1/</BaseURL></MPD>'),
  'concat.mp3': text("ffconcat version 1.0\nfile '/etc/passwd'\n"),
  'session.sdp': text('v=0\no=- 0 0 IN IP4 127.0.0.1\nm=audio 5004 RTP/AVP 0\n'),
  'drawing.svg': text('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
  'picture.png': followedByNoise('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x40\0\0\0\x40\0\x08\x06\0\0\0'),
  'picture.jpg': followedByNoise('\xff\xd8\xff\xe0\0\x10JFIF\0'),
  'picture.gif': followedByNoise('GIF89a\xff\xff\xff\xff'),
  'picture.bmp': followedByNoise('BM\xff\xff\xff\x7f'),
  'picture.tif': followedByNoise('II*\0\x08\0\0\0'),
  'picture.webp': followedByNoise('RIFF\xff\xff\0\0WEBPVP8 '),
  'paper.pdf': followedByNoise('%PDF-1.7\n'),
  'archive.zip': followedByNoise('PK\x03\x04'),
  'archive.gz': followedByNoise('\x1f\x8b\x08'),
  'archive.rar': followedByNoise('Rar!\x1a\x07'),
  'program.exe': followedByNoise('MZ\x90\0'),
  program: followedByNoise('\x7fELF\x02\x01\x01'),
  'film.avi': followedByNoise('RIFF\xff\xff\0\0AVI LIST'),
  'film.mkv': followedByNoise('\x1a\x45\xdf\xa3\x01\0\0\0'),
  'film.mpg': followedByNoise('\0\0\x01\xba\x44'),
  'film.flv': followedByNoise('FLV\x01\x05\0\0\0\x09'),
  'notes.mid': followedByNoise('MThd\0\0\0\x06\0\x01', 2000),
  'voice.amr': followedByNoise('#!AMR\n'),
  'sound.au': followedByNoise('.snd\0\0\0\x18\xff\xff\xff\xff'),
  'sound.caf': followedByNoise('caff\0\x01\0\0'),
  'sound.ape': followedByNoise('MAC \x96\x0f'),
  'sound.wv': followedByNoise('wvpk'),
  'sound.dsf': followedByNoise('DSD '),
  'sound.ac3': followedByNoise('\x0b\x77\x12\x34'),
};

const id3 = (claimedBytes: number, body: Buffer): Buffer =>
  Buffer.concat([
    text('ID3\x04\0\0'),
    Buffer.from([21, 14, 7, 0].map((shift) => (claimedBytes >> shift) & 0x7f)),
    body,
  ]);

const box = (name: string, body: Buffer, claimedBytes = body.length + 8): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(claimedBytes >>> 0, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, body]);
};
const ftyp = box('ftyp', text('M4A \0\0\0\0M4A mp42isom'));
const nested = (depth: number): Buffer => {
  let inner: Buffer = Buffer.alloc(0);
  for (let level = 0; level < depth; level += 1) inner = box('moov', inner);
  return inner;
};

const flacHeader = (sampleRate: number, totalSamples: number): Buffer => {
  const info = Buffer.alloc(38);
  info.write('fLaC', 0, 'latin1');
  info.writeUInt32BE(0x80_00_00_22, 4);
  info.writeUInt16BE(4096, 8);
  info.writeUInt16BE(4096, 10);
  info.writeUInt32BE(
    ((sampleRate << 12) | (1 << 9) | (15 << 4) | (Math.floor(totalSamples / 2 ** 32) & 15)) >>> 0,
    18,
  );
  info.writeUInt32BE(totalSamples % 2 ** 32, 22);
  // The field stands 12 bytes after the block's start.
  return info;
};

const asf = text('\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c');
const second = Buffer.alloc(44_100 * 4);
const cd = { tag: 1, channels: 2, sampleRate: 44_100, bits: 16 };

/** Containers whose head is true to its kind and whose claims are not. */
const lies: Record<string, Buffer> = {
  'one-hertz.wav': wavFile({ ...cd, sampleRate: 1 }, noise(1_000_000)),
  'no-hertz.wav': wavFile({ ...cd, sampleRate: 0 }, second),
  'gigahertz.wav': wavFile({ ...cd, sampleRate: 4_000_000_000 }, second),
  'just-too-slow.wav': wavFile({ ...cd, sampleRate: 7999 }, second),
  'just-too-fast.wav': wavFile({ ...cd, sampleRate: 192_001 }, second),
  'no-channels.wav': wavFile({ ...cd, channels: 0 }, second),
  'nine-channels.wav': wavFile({ ...cd, channels: 9 }, noise(44_100 * 18 * 2)),
  'all-channels.wav': wavFile({ ...cd, channels: 65_535 }, second),
  'no-bits.wav': wavFile({ ...cd, bits: 0 }, second),
  'all-bits.wav': wavFile({ ...cd, bits: 65_535 }, second),
  'unknown-codec.wav': wavFile({ ...cd, tag: 0x7777 }, second),
  'ac3-inside.wav': wavFile({ ...cd, tag: 0x2000 }, noise(400_000)),
  'head-only.wav': wavFile(cd, Buffer.alloc(0)),
  'no-data.wav': wavFile(cd, Buffer.alloc(0)).subarray(0, 36),
  'riff-only.wav': text('RIFF\xff\xff\xff\xffWAVE'),
  'wave-of-noise.wav': followedByNoise('RIFF\xff\xff\xff\xffWAVE'),
  'rf64-of-noise.wav': followedByNoise('RF64\xff\xff\xff\xffWAVEds64\x1c\0\0\0'),
  'tag-without-end.mp3': id3(0x0f_ff_ff_ff, noise(1000)),
  'tag-of-a-page.mp3': id3(10, Buffer.concat([Buffer.alloc(10), otherThings['page.mp3'] ?? second])),
  'tag-of-a-picture.mp3': id3(10, Buffer.concat([Buffer.alloc(10), otherThings['picture.png'] ?? second])),
  'tag-of-noise.mp3': id3(10, noise(200_000, 3)),
  'three-frames.mp3': Buffer.concat([
    ...[0, 1, 2].map(() => Buffer.concat([text('\xff\xfb\x90\x64'), noise(413)])),
    noise(100),
  ]),
  'flac-of-noise.flac': Buffer.concat([flacHeader(44_100, 441_000), noise(100_000)]),
  'flac-of-nothing.flac': flacHeader(44_100, 441_000),
  'flac-no-rate.flac': Buffer.concat([flacHeader(0, 441_000), noise(100_000)]),
  'ogg-of-noise.ogg': followedByNoise('OggS\0\x02'),
  'ogg-only.ogg': text('OggS'),
  'ogg-repeated.ogg': Buffer.alloc(200_000, 'OggS\0\x02', 'latin1'),
  'mp4-head.m4a': ftyp,
  'mp4-of-noise.m4a': Buffer.concat([ftyp, noise(200_000)]),
  'mp4-deep.m4a': Buffer.concat([ftyp, nested(2000)]),
  'mp4-endless-box.m4a': Buffer.concat([ftyp, box('moov', noise(100), 0xffffffff)]),
  'mp4-empty-box.m4a': Buffer.concat([ftyp, box('moov', Buffer.alloc(0), 0)]),
  'aiff-of-noise.aiff': followedByNoise('FORM\x7f\xff\xff\xffAIFFCOMM\0\0\0\x12'),
  'asf-only.wma': asf,
  'asf-of-noise.wma': Buffer.concat([asf, noise(200_000)]),
  'asf-endless.wma': Buffer.concat([asf, Buffer.alloc(8, 0xff), Buffer.alloc(100_000)]),
};

const seconds = (count: number): Float32Array => new Float32Array(44_100 * count);

/** One silent frame of 72 bytes for 72 ms: ten hours of it are 36 MB. */
const longMp3 = (hours: number): Buffer => {
  const frame = Buffer.alloc(72);
  frame.writeUInt32BE(0xff_e3_18_c4, 0);
  return Buffer.alloc(frame.length * Math.ceil((hours * 3600) / 0.072), frame);
};

export const hostileFiles = (): HostileFile[] => {
  const refused = Object.entries({ ...otherThings, ...lies }).map(([name, bytes]) => ({
    name,
    bytes,
    right: ['unsupported_audio'] as Outcome[],
  }));
  const wild = seconds(2).map((_, at) => [NaN, Infinity, -Infinity, 1e38][at % 4] ?? 0);
  return [
    ...refused,
    {
      name: 'half-a-second.wav',
      bytes: floatWav([new Float32Array(22_050)], 44_100),
      right: ['audio_too_short'],
    },
    {
      name: 'one-sample.wav',
      bytes: floatWav([new Float32Array(1)], 44_100),
      right: ['audio_too_short', 'unsupported_audio'],
    },
    {
      name: 'claims-4-gb.wav',
      bytes: wavFile(cd, noise(400_000), 0xfffffff0),
      right: ['song', 'audio_too_long'],
    },
    { name: 'not-numbers.wav', bytes: floatWav([wild, wild], 44_100), right: ['song'] },
    { name: 'ten-hours.mp3', bytes: longMp3(10), right: ['audio_too_long'] },
    {
      name: 'ten-hours.wav',
      bytes: wavFile({ tag: 1, channels: 1, sampleRate: 8000, bits: 8 }, Buffer.alloc(36_000 * 8000, 128)),
      right: ['audio_too_long'],
    },
    {
      name: 'claims-a-month.flac',
      bytes: Buffer.concat([flacHeader(44_100, 2 ** 36 - 1), noise(50_000)]),
      right: ['audio_too_long', 'unsupported_audio'],
    },
  ];
};

/** Names that a careless command line would take for something else; each holds a good song. */
export const awkwardNames = [
  '-i.wav',
  '%03d.wav',
  'it\'s "me" $(id).wav',
  'a|b;c&d.wav',
  'concat:x.wav',
  'new\nline.wav',
  'http:__x.wav',
  'Ünïcødé ♪.wav',
];
