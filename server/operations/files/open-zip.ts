// All stems of a split as one ZIP of WAV files, made while it is sent from the CRCs the worker reported.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { stemDownloadName, zipDownloadName } from '../../domain/download-name.ts';
import { layoutZip, piecesOfZip, type ZipLayout } from '../../domain/store-zip.ts';
import type { ByteRange } from '../../storage/storage.ts';
import { stemKey } from '../../storage/keys.ts';
import { AppError } from '../app-error.ts';
import type { Services } from '../context.ts';
import type { ServedFile } from './served-file.ts';

type ZipServices = Pick<Services, 'db' | 'storage'>;
type Part = { key: string; name: string; bytes: number; crc32: number };

const readParts = async (services: ZipServices, splitId: string) => {
  const split = await services.db.split.findUnique({
    where: { id: splitId },
    select: {
      name: true,
      status: true,
      completedAt: true,
      stems: {
        orderBy: { position: 'asc' },
        select: { name: true, files: { where: { kind: 'wav' }, select: { bytes: true, crc32: true } } },
      },
    },
  });
  if (split?.status !== 'done' || split.stems.length === 0) throw new AppError('not_found');
  const parts = split.stems.map((stem): Part => {
    const file = stem.files[0];
    if (!file) throw new AppError('not_found');
    return {
      key: stemKey(splitId, stem.name, 'wav'),
      name: stemDownloadName(split.name, stem.name, 'wav'),
      bytes: Number(file.bytes),
      crc32: Number(file.crc32),
    };
  });
  return { name: split.name, modified: split.completedAt ?? new Date(0), parts };
};

const zipBytes = async function* (
  services: ZipServices,
  layout: ZipLayout,
  parts: readonly Part[],
  range: ByteRange,
): AsyncGenerator<Buffer> {
  for (const piece of piecesOfZip(layout, range.start, range.end)) {
    if ('content' in piece) {
      yield piece.content;
      continue;
    }
    const part = parts[piece.entry];
    const found = part && (await services.storage.get(part.key, { start: piece.start, end: piece.end }));
    // The length is promised: a stem that is gone by now ends the download instead of shifting the rest.
    if (!found) throw new Error('a stem is gone');
    yield* found.body as AsyncIterable<Buffer>;
  }
};

export const openZip = async (services: ZipServices, splitId: string): Promise<ServedFile> => {
  const { name, modified, parts } = await readParts(services, splitId);
  const layout = layoutZip(parts.map((part) => ({ ...part, modified })));
  const etag = createHash('sha256')
    .update(JSON.stringify([parts.map((part) => [part.name, part.bytes, part.crc32]), modified.getTime()]))
    .digest('hex')
    .slice(0, 32);
  return {
    bytes: layout.bytes,
    etag,
    contentType: 'application/zip',
    downloadName: zipDownloadName(name),
    open: (range) =>
      Promise.resolve(Readable.from(zipBytes(services, layout, parts, range), { objectMode: false })),
  };
};
