// Storage in a local folder, the default: sealed files, and signed addresses that the app itself serves.
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { deriveLinkKey, openLink, signLink } from './local-links.ts';
import { dropLocalUpload, joinLocalUpload, startLocalUpload, writeLocalPart } from './local-uploads.ts';
import { headSealed, readSealed, writeSealed } from './sealed-file.ts';
import { probeStorage } from './probe-storage.ts';
import { requireKey, requirePrefix } from './storage-key.ts';
import {
  type Audience,
  type Storage,
  type StorageDoor,
  StorageLinkRefused,
  StorageTooLarge,
  StorageUploadGone,
} from './storage.ts';

export type LocalStorageOptions = {
  folder: string;
  secret: string;
  siteUrl: string;
  /** Where a worker on this machine reaches the app; siteUrl when left out. */
  internalBaseUrl?: string;
};

const staleAfterMs = 60 * 60 * 1000;

/** What a killed process was writing: nothing touches a temporary file for an hour but its death. */
const sweepTemporary = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found && Date.now() - found.mtimeMs > staleAfterMs) await rm(file, { force: true });
  }
};

const listFiles = async function* (root: string, prefix: string): AsyncGenerator<string> {
  const folder = path.join(root, prefix);
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.isDirectory()) yield* listFiles(root, `${prefix}${entry.name}/`);
    else if (entry.isFile()) yield `${prefix}${entry.name}`;
  }
};

type Place = { objects: string; parts: string; temporary: string; linkKey: Buffer };

const expiryOf = (expiresInSeconds: number): number => Math.floor(Date.now() / 1000) + expiresInSeconds;

const createDoor = (place: Place, ready: () => Promise<void>): StorageDoor => ({
  openGet(key, query) {
    const fields = openLink(place.linkKey, key, query);
    if (fields['right'] !== 'get') throw new StorageLinkRefused('the address is not for reading');
    return { downloadName: fields['name'] ?? null };
  },
  async put(key, query, body, claimed) {
    const fields = openLink(place.linkKey, key, query);
    const maxBytes = Number(fields['bytes']);
    if (fields['right'] !== 'put' && fields['right'] !== 'part') {
      throw new StorageLinkRefused('the address is not for writing');
    }
    if (claimed.bytes !== null && claimed.bytes > maxBytes) throw new StorageTooLarge(maxBytes);
    await ready();
    if (fields['right'] === 'part') {
      const part = { uploadId: fields['upload'] ?? '', n: Number(fields['n']), bytes: maxBytes };
      return { etag: (await writeLocalPart(place, part, body, claimed)).etag };
    }
    const head = await writeSealed(path.join(place.objects, requireKey(key)), body, {
      temporaryFolder: place.temporary,
      contentType: fields['type'] ?? 'application/octet-stream',
      maxBytes,
      ...claimed,
    });
    return { etag: head.etag };
  },
});

const createSigner = (options: LocalStorageOptions, place: Place) => {
  const baseUrl = (audience: Audience | undefined): string =>
    audience === 'worker' ? (options.internalBaseUrl ?? options.siteUrl) : options.siteUrl;
  const signer: Pick<Storage, 'signGet' | 'signPut' | 'createUpload'> = {
    signGet: async (key, { expiresInSeconds, downloadName, audience }) =>
      baseUrl(audience) +
      signLink(place.linkKey, requireKey(key), 'get', {
        expires: expiryOf(expiresInSeconds),
        ...(downloadName === undefined ? {} : { name: downloadName }),
      }),
    signPut: async (key, { expiresInSeconds, maxBytes, contentType, audience }) =>
      baseUrl(audience) +
      signLink(place.linkKey, requireKey(key), 'put', {
        expires: expiryOf(expiresInSeconds),
        bytes: maxBytes,
        type: contentType,
      }),
    async createUpload(key, { size, partSize, expiresInSeconds }) {
      const { id, parts } = await startLocalUpload(place, { key: requireKey(key), size, partSize });
      const expires = expiryOf(expiresInSeconds);
      const url = (n: number, bytes: number): string =>
        options.siteUrl + signLink(place.linkKey, key, 'part', { upload: id, n, bytes, expires });
      return { id, parts: parts.map(({ n, bytes }) => ({ n, url: url(n, bytes) })) };
    },
  };
  return signer;
};

export const createLocalStorage = (options: LocalStorageOptions): Storage => {
  const place: Place = {
    objects: path.join(options.folder, 'objects'),
    parts: path.join(options.folder, 'parts'),
    temporary: path.join(options.folder, 'temporary'),
    linkKey: deriveLinkKey(options.secret),
  };
  const fileOf = (key: string): string => path.join(place.objects, requireKey(key));
  let prepared: Promise<void> | null = null;
  const prepare = async (): Promise<void> => {
    await Promise.all([mkdir(place.objects, { recursive: true }), mkdir(place.parts, { recursive: true })]);
    await mkdir(place.temporary, { recursive: true });
    await sweepTemporary(place.temporary);
  };
  const ready = async (): Promise<void> => {
    prepared ??= prepare().catch((error: unknown) => {
      prepared = null;
      throw error;
    });
    await prepared;
  };
  const storage: Storage = {
    name: 'local',
    ...createSigner(options, place),
    door: createDoor(place, ready),
    async put(key, body, { contentType, maxBytes }) {
      const target = fileOf(key);
      await ready();
      return writeSealed(target, body, { temporaryFolder: place.temporary, contentType, maxBytes });
    },
    get: async (key, range) => readSealed(fileOf(key), range),
    head: async (key) => headSealed(fileOf(key)),
    delete: async (key) => rm(fileOf(key), { force: true }),
    deletePrefix: async (prefix) =>
      rm(path.join(place.objects, requirePrefix(prefix)), { recursive: true, force: true }),
    list: (prefix) => listFiles(place.objects, prefix === '' ? '' : requirePrefix(prefix)),
    async completeUpload(id, key, parts) {
      await ready();
      const joined = await joinLocalUpload(place, { id, key, target: fileOf(key) }, parts);
      const done = joined ?? (await headSealed(fileOf(key)));
      if (!done) throw new StorageUploadGone('no such upload');
      return { bytes: done.bytes };
    },
    async abortUpload(id, key) {
      requireKey(key);
      await dropLocalUpload(place, id);
    },
    check: () => probeStorage(storage),
  };
  return storage;
};
