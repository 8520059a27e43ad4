// Lays out a store-only ZIP (PKWARE APPNOTE 6.3.10) from lengths and CRCs known beforehand, so that its length is exact
// and any range of it can be made without the rest. UTF-8 names; ZIP64 where a length or offset needs it.

export type ZipEntry = { name: string; bytes: number; crc32: number; modified: Date };
/** In order, these are the archive: bytes of ours, or the content of the entry with that index. */
type ZipSegment = { bytes: number } & ({ content: Buffer } | { entry: number });
export type ZipLayout = { bytes: number; segments: readonly ZipSegment[] };

const max32 = 0xffffffff;
const max16 = 0xffff;
const utf8Names = 0x0800;
const version = { plain: 20, zip64: 45 } as const;
const madeOnUnix = 3 << 8;
const regularFile = 0o100644;

const u16 = (value: number): Buffer => {
  const field = Buffer.alloc(2);
  field.writeUInt16LE(value);
  return field;
};
const u32 = (value: number): Buffer => {
  const field = Buffer.alloc(4);
  field.writeUInt32LE(value);
  return field;
};
const u64 = (value: number): Buffer => {
  const field = Buffer.alloc(8);
  field.writeBigUInt64LE(BigInt(value));
  return field;
};
const capped32 = (value: number): Buffer => u32(Math.min(value, max32));

/** MS-DOS time in UTC, to two seconds, from 1980 on. */
const dosTime = (date: Date): Buffer => {
  const year = Math.max(0, date.getUTCFullYear() - 1980);
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  const day = (year << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  return Buffer.concat([u16(time), u16(day)]);
};

const zip64Extra = (values: readonly number[]): Buffer =>
  values.length === 0
    ? Buffer.alloc(0)
    : Buffer.concat([u16(1), u16(values.length * 8), ...values.map((value) => u64(value))]);

/** The fields that the local header and the central directory share, from "version needed" to the sizes. */
const sharedFields = (entry: ZipEntry, needed: number): Buffer[] => [
  u16(needed),
  u16(utf8Names),
  u16(0),
  dosTime(entry.modified),
  u32(entry.crc32),
  capped32(entry.bytes),
  capped32(entry.bytes),
];

const localHeader = (entry: ZipEntry): Buffer => {
  const name = Buffer.from(entry.name, 'utf8');
  const large = entry.bytes >= max32;
  const extra = zip64Extra(large ? [entry.bytes, entry.bytes] : []);
  const needed = large ? version.zip64 : version.plain;
  const lengths = [u16(name.length), u16(extra.length)];
  return Buffer.concat([u32(0x04034b50), ...sharedFields(entry, needed), ...lengths, name, extra]);
};

const directoryEntry = (entry: ZipEntry, offset: number): Buffer => {
  const name = Buffer.from(entry.name, 'utf8');
  const large = entry.bytes >= max32 ? [entry.bytes, entry.bytes] : [];
  const far = offset >= max32 ? [offset] : [];
  const extra = zip64Extra([...large, ...far]);
  const needed = extra.length > 0 ? version.zip64 : version.plain;
  return Buffer.concat([
    u32(0x02014b50),
    u16(madeOnUnix | version.zip64),
    ...sharedFields(entry, needed),
    u16(name.length),
    u16(extra.length),
    u16(0),
    u16(0),
    u16(0),
    u32(regularFile * 0x10000),
    capped32(offset),
    name,
    extra,
  ]);
};

const endRecords = (count: number, directoryBytes: number, directoryOffset: number): Buffer => {
  const records: Buffer[] = [];
  if (count >= max16 || directoryBytes >= max32 || directoryOffset >= max32) {
    const rest = [
      u16(madeOnUnix | version.zip64),
      u16(version.zip64),
      u32(0),
      u32(0),
      u64(count),
      u64(count),
      u64(directoryBytes),
      u64(directoryOffset),
    ];
    records.push(u32(0x06064b50), u64(44), ...rest);
    records.push(u32(0x07064b50), u32(0), u64(directoryOffset + directoryBytes), u32(1));
  }
  const counted = u16(Math.min(count, max16));
  records.push(u32(0x06054b50), u16(0), u16(0), counted, counted);
  records.push(capped32(directoryBytes), capped32(directoryOffset), u16(0));
  return Buffer.concat(records);
};

export const layoutZip = (entries: readonly ZipEntry[]): ZipLayout => {
  const segments: ZipSegment[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [index, entry] of entries.entries()) {
    const header = localHeader(entry);
    directory.push(directoryEntry(entry, offset));
    segments.push({ bytes: header.length, content: header }, { bytes: entry.bytes, entry: index });
    offset += header.length + entry.bytes;
  }
  const central = Buffer.concat(directory);
  const tail = Buffer.concat([central, endRecords(entries.length, central.length, offset)]);
  segments.push({ bytes: tail.length, content: tail });
  return { bytes: offset + tail.length, segments };
};

export type ZipPiece = { content: Buffer } | { entry: number; start: number; end: number };

/** What makes up the bytes start..end of the archive, both inclusive; ranges of entries are inclusive too. */
export const piecesOfZip = (layout: ZipLayout, start: number, end: number): ZipPiece[] => {
  const pieces: ZipPiece[] = [];
  let offset = 0;
  for (const segment of layout.segments) {
    const from = Math.max(start - offset, 0);
    const to = Math.min(end - offset, segment.bytes - 1);
    if (from <= to) {
      pieces.push(
        'content' in segment
          ? { content: segment.content.subarray(from, to + 1) }
          : { entry: segment.entry, start: from, end: to },
      );
    }
    offset += segment.bytes;
  }
  return pieces;
};
