// Tells from its first bytes whether a download can be a song at all; the worker looks closer and has the last word.

/** As many bytes as the check wants to see, where the file has them. */
export const sniffBytes = 16 * 1024;

const searchBytes = 4096;
const asf = Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex');

const ascii = (head: Buffer, at: number, text: string): boolean =>
  head.toString('latin1', at, at + text.length) === text;

const isContainer = (head: Buffer): boolean =>
  ascii(head, 0, 'ID3') ||
  ((ascii(head, 0, 'RIFF') || ascii(head, 0, 'RF64')) && ascii(head, 8, 'WAVE')) ||
  (ascii(head, 0, 'FORM') && (ascii(head, 8, 'AIFF') || ascii(head, 8, 'AIFC'))) ||
  ascii(head, 0, 'fLaC') ||
  ascii(head, 0, 'OggS') ||
  ascii(head, 4, 'ftyp') ||
  head.subarray(0, asf.length).equals(asf);

/** MPEG audio (layers II and III) or ADTS: eleven set bits and no reserved value in the fields that follow. */
const isFrameHeader = (head: Buffer, at: number): boolean => {
  const [sync = 0, second = 0, third = 0] = head.subarray(at, at + 3);
  if (sync !== 0xff) return false;
  if ((second & 0xf6) === 0xf0) return ((third >> 2) & 15) < 13;
  const version = (second >> 3) & 3;
  const layer = (second >> 1) & 3;
  const isMpeg = (second & 0xe0) === 0xe0 && version !== 1 && (layer === 1 || layer === 2);
  return isMpeg && third >> 4 !== 15 && third >> 4 !== 0 && ((third >> 2) & 3) !== 3;
};

/** One sync word also stands in pictures and programs; in a stream of frames the next one follows soon. */
const hasFrames = (head: Buffer): boolean => {
  let found = 0;
  for (let at = 0; at < Math.min(head.length - 2, searchBytes); at += 1) {
    if (!isFrameHeader(head, at)) continue;
    found += 1;
    if (found === 2) return true;
    at += 20;
  }
  return false;
};

const otherKinds = [
  '\x89PNG',
  'GIF8',
  '%PDF',
  'PK\x03\x04',
  'MZ',
  '\x7fELF',
  '\x1f\x8b',
  'Rar!',
  '\xff\xd8\xff',
  '\x1a\x45\xdf\xa3',
  'ffconcat',
];

export const looksLikePage = (head: Buffer): boolean =>
  /^(\xef\xbb\xbf)?\s*<(!doctype|html|head|body|\?xml|!--|script|svg)/i.test(head.toString('latin1', 0, 512));

export const looksLikeSong = (head: Buffer): boolean => {
  if (isContainer(head)) return true;
  const isText = /^\s*(<|#EXT|\{|\[)/.test(head.toString('latin1', 0, 64));
  return !isText && !otherKinds.some((start) => ascii(head, 0, start)) && hasFrames(head);
};
