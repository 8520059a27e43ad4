// Writes a stem as a 16- or 24-bit stereo WAV, block by block.
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { joinCrc32 } from './crc32-join.ts';
import { songSampleRate } from './decode-song.ts';
import type { FileChecksum } from './file-checksum.ts';
import { quantise } from '../dsp/quantise.ts';
import type { StereoBlock } from '../dsp/stereo-block.ts';

export type WavFile = {
  /** One after the other: the next write takes the memory of the last. */
  write(block: StereoBlock): Promise<void>;
  /** Size and checksum are known by then, without the file being read again. */
  finish(): Promise<FileChecksum>;
  close(): Promise<void>;
};
export type WavTags = { title: string; stem: string; software: string };

const chunk = (id: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.write(id, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
};

const infoText = (id: string, text: string): Buffer => chunk(id, Buffer.from(`${text}\0`, 'utf8'));

const formatChunk = (bits: 16 | 24): Buffer => {
  const body = Buffer.alloc(16);
  const bytesPerFrame = (bits / 8) * 2;
  body.writeUInt16LE(1, 0);
  body.writeUInt16LE(2, 2);
  body.writeUInt32LE(songSampleRate, 4);
  body.writeUInt32LE(songSampleRate * bytesPerFrame, 8);
  body.writeUInt16LE(bytesPerFrame, 12);
  body.writeUInt16LE(bits, 14);
  return chunk('fmt ', body);
};

const header = (bits: 16 | 24, tags: WavTags, dataBytes: number): Buffer => {
  const info = [
    Buffer.from('INFO', 'latin1'),
    infoText('INAM', tags.title),
    infoText('ISBJ', tags.stem),
    infoText('ISFT', tags.software),
  ];
  const body = Buffer.concat([formatChunk(bits), chunk('LIST', Buffer.concat(info))]);
  const riff = Buffer.alloc(12);
  riff.write('RIFF', 'latin1');
  riff.writeUInt32LE(4 + body.length + 8 + dataBytes, 4);
  riff.write('WAVE', 8, 'latin1');
  const data = Buffer.alloc(8);
  data.write('data', 'latin1');
  data.writeUInt32LE(dataBytes, 4);
  return Buffer.concat([riff, body, data]);
};

export const openWavFile = async (path: string, bits: 16 | 24, tags: WavTags): Promise<WavFile> => {
  const file = await open(path, 'w');
  let dataBytes = 0;
  let dataSum = 0;
  let memory: Buffer = Buffer.alloc(0);
  let closed = false;
  const close = async (): Promise<void> => {
    if (!closed) await file.close();
    closed = true;
  };
  await file.writeFile(header(bits, tags, 0));
  return {
    write: async (block) => {
      const bytes = quantise(block, bits, memory);
      if (bytes.length > memory.length) memory = bytes;
      dataBytes += bytes.length;
      dataSum = crc32(bytes, dataSum);
      await file.writeFile(bytes);
    },
    finish: async () => {
      // The sizes are known only now.
      const head = header(bits, tags, dataBytes);
      await file.write(head, 0, head.length, 0);
      await close();
      return { bytes: head.length + dataBytes, crc32: joinCrc32(crc32(head), dataSum, dataBytes) };
    },
    close,
  };
};
