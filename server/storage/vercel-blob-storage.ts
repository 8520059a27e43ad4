// Storage in a private Vercel Blob store, through the vendor's SDK.
import { del, issueSignedToken, list as listPage, presignUrl } from '@vercel/blob';
import { headBlob, readBlob } from './blob-reader.ts';
import { joinBlobUpload, newBlobUpload, partKey, putBlobChunks, readBlobUpload } from './blob-uploads.ts';
import { MeasuredBody } from './measured-body.ts';
import { probeStorage } from './probe-storage.ts';
import { sizedChunks } from './sized-chunks.ts';
import { requireKey, requirePrefix } from './storage-key.ts';
import { type Storage, StorageUploadGone } from './storage.ts';
import { bareEtag } from './upload-parts.ts';

/** The only memory a stream takes; the store wants at least 5 MB a part. */
const chunkBytes = 8 * 1024 * 1024;
const requestMs = 30_000;
const pageSize = 1000;

const list = async function* (token: string, prefix: string): AsyncGenerator<string> {
  let cursor: string | undefined;
  do {
    const page = await listPage({
      token,
      prefix,
      limit: pageSize,
      abortSignal: AbortSignal.timeout(requestMs),
      ...(cursor === undefined ? {} : { cursor }),
    });
    for (const blob of page.blobs) yield blob.pathname;
    cursor = page.hasMore ? page.cursor : undefined;
  } while (cursor !== undefined);
};

const deleteAll = async (token: string, keys: AsyncIterable<string>): Promise<void> => {
  const remove = (batch: string[]) => del(batch, { token, abortSignal: AbortSignal.timeout(requestMs) });
  let batch: string[] = [];
  for await (const key of keys) {
    batch.push(key);
    if (batch.length < 100) continue;
    await remove(batch);
    batch = [];
  }
  if (batch.length > 0) await remove(batch);
};

const tokenFor = (token: string, pathname: string, operation: 'get' | 'put', validUntil: number) =>
  issueSignedToken({
    token,
    pathname,
    operations: [operation],
    validUntil,
    abortSignal: AbortSignal.timeout(requestMs),
  });

const createSigner = (token: string) => {
  const signPut = async (key: string, validUntil: number, maxBytes: number): Promise<string> => {
    const signed = await tokenFor(token, key, 'put', validUntil);
    const { presignedUrl } = await presignUrl(signed, {
      operation: 'put',
      pathname: key,
      access: 'private',
      validUntil,
      maximumSizeInBytes: maxBytes,
      allowOverwrite: true,
      addRandomSuffix: false,
    });
    return presignedUrl;
  };
  const signGet = async (key: string, validUntil: number, asDownload: boolean): Promise<string> => {
    const signed = await tokenFor(token, key, 'get', validUntil);
    const { presignedUrl } = await presignUrl(signed, {
      operation: 'get',
      pathname: key,
      access: 'private',
      validUntil,
      useCache: false,
    });
    // The store names the download after the key; a name of one's own cannot be signed.
    return asDownload ? `${presignedUrl}&download=1` : presignedUrl;
  };
  return { signPut, signGet };
};

const expiryOf = (expiresInSeconds: number): number => Date.now() + expiresInSeconds * 1000;

export const createVercelBlobStorage = ({ token }: { token: string }): Storage => {
  const { signPut, signGet } = createSigner(token);
  const storage: Storage = {
    name: 'vercel-blob',
    async put(key, body, { contentType, maxBytes }) {
      const measured = new MeasuredBody(maxBytes);
      body.once('error', (error) => measured.destroy(error));
      try {
        const chunks = sizedChunks(body.pipe(measured), chunkBytes);
        const etag = await putBlobChunks(token, requireKey(key), contentType, chunks);
        return { bytes: measured.bytes, etag: bareEtag(etag) };
      } finally {
        body.destroy();
        measured.destroy();
      }
    },
    get: async (key, range) => readBlob(token, requireKey(key), range),
    head: async (key) => headBlob(token, requireKey(key)),
    delete: async (key) => del(requireKey(key), { token, abortSignal: AbortSignal.timeout(requestMs) }),
    deletePrefix: async (prefix) => deleteAll(token, list(token, requirePrefix(prefix))),
    list: (prefix) => list(token, prefix === '' ? '' : requirePrefix(prefix)),
    signGet: async (key, { expiresInSeconds, downloadName }) =>
      signGet(requireKey(key), expiryOf(expiresInSeconds), downloadName !== undefined),
    signPut: async (key, { expiresInSeconds, maxBytes }) =>
      signPut(requireKey(key), expiryOf(expiresInSeconds), maxBytes),
    async createUpload(key, { size, partSize, expiresInSeconds }) {
      const upload = newBlobUpload(requireKey(key), size, partSize);
      const validUntil = expiryOf(expiresInSeconds);
      const parts = upload.parts.map(async ({ n, bytes }) => ({
        n,
        url: await signPut(partKey(upload, n), validUntil, bytes),
      }));
      return { id: upload.id, parts: await Promise.all(parts) };
    },
    async completeUpload(id, key, parts) {
      const upload = readBlobUpload(id, requireKey(key));
      const joined = await joinBlobUpload(token, upload, parts);
      if (joined) {
        await deleteAll(token, list(token, upload.prefix));
        return joined;
      }
      const done = await headBlob(token, key);
      if (done?.bytes !== upload.size) throw new StorageUploadGone('no such upload');
      return { bytes: done.bytes };
    },
    abortUpload: async (id, key) => deleteAll(token, list(token, readBlobUpload(id, requireKey(key)).prefix)),
    check: () => probeStorage(storage),
  };
  return storage;
};
