// Finds a split's file by its address; the key in the address is the credential. Everything that does not open,
// for whatever reason, is the same "not found".
import { stemDownloadName } from '../../domain/download-name.ts';
import { fileKey, isFileKey, proFileKey } from '../../domain/file-keys.ts';
import { type StemFileKind, stemFileKinds, zipFilename } from '../../domain/file-links.ts';
import { looksLikeId } from '../../domain/ids.ts';
import { stemKey } from '../../storage/keys.ts';
import { AppError } from '../app-error.ts';
import type { Services } from '../context.ts';
import { openZip } from './open-zip.ts';
import type { ServedFile } from './served-file.ts';

export type FileServices = Pick<Services, 'db' | 'env' | 'hotReads' | 'storage'>;
export type FileAddress = { splitId: string; filename: string; key: string | null };

const contentTypes: Readonly<Record<StemFileKind, string>> = {
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  peaks: 'application/octet-stream',
};

type Wanted = { stem: string; kind: StemFileKind } | 'zip';

const readFilename = (filename: string): Wanted | null => {
  if (filename === zipFilename) return 'zip';
  const [, stem, extension] = /^([a-z]{1,20})\.([a-z0-9]{1,8})$/.exec(filename) ?? [];
  const kind = stemFileKinds.find((candidate) => candidate === extension);
  return stem && kind ? { stem, kind } : null;
};

const openStem = async (
  services: FileServices,
  splitId: string,
  { stem, kind }: Exclude<Wanted, 'zip'>,
): Promise<ServedFile> => {
  const file = await services.hotReads.stemFile(splitId, stem, kind);
  if (!file) throw new AppError('not_found');
  return {
    bytes: file.bytes,
    // A finished stem never changes, so what is known of its bytes names them without asking storage.
    etag: `${file.crc32.toString(16).padStart(8, '0')}-${file.bytes.toString(16)}`,
    contentType: contentTypes[kind],
    downloadName: kind === 'mp3' || kind === 'wav' ? stemDownloadName(file.songName, stem, kind) : null,
    async open(range) {
      const found = await services.storage.get(stemKey(splitId, stem, kind), range);
      if (!found) throw new AppError('not_found');
      return found.body;
    },
  };
};

export const openFile = async (services: FileServices, address: FileAddress): Promise<ServedFile> => {
  const { splitId, filename, key } = address;
  const wanted = readFilename(filename);
  if (!wanted || !looksLikeId(splitId, 'split')) throw new AppError('not_found');
  const secret = services.env.FILE_KEY_SECRET;
  const needsPro = wanted === 'zip' || wanted.kind === 'wav';
  const expected = needsPro ? proFileKey(secret, splitId) : fileKey(secret, splitId);
  if (!isFileKey(expected, key)) throw new AppError('not_found');
  return wanted === 'zip' ? openZip(services, splitId) : openStem(services, splitId, wanted);
};
