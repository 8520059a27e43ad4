// Chooses the storage that the environment names.
import path from 'node:path';
import type { Env } from '../env.ts';
import { createLocalStorage } from './local-storage.ts';
import { createS3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';
import { createVercelBlobStorage } from './vercel-blob-storage.ts';

/** The environment was validated as a whole; this says which variable a caller forgot who built it by hand. */
const needed = (
  env: Env,
  name: 'BLOB_READ_WRITE_TOKEN' | 'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY',
): string => {
  const value = env[name];
  if (value === undefined) throw new Error(`${name} is needed when STORAGE=${env.STORAGE}`);
  return value;
};

export const createStorage = (env: Env): Storage => {
  switch (env.STORAGE) {
    case 'local':
      return createLocalStorage({
        folder: path.join(env.DATA_DIR, 'storage'),
        secret: env.FILE_KEY_SECRET,
        siteUrl: env.SITE_URL,
        internalBaseUrl: env.APP_INTERNAL_URL,
      });
    case 'vercel-blob':
      return createVercelBlobStorage({ token: needed(env, 'BLOB_READ_WRITE_TOKEN') });
    case 's3':
      return createS3Storage({
        endpoint: needed(env, 'S3_ENDPOINT'),
        bucket: needed(env, 'S3_BUCKET'),
        region: env.S3_REGION,
        accessKeyId: needed(env, 'S3_ACCESS_KEY_ID'),
        secretAccessKey: needed(env, 'S3_SECRET_ACCESS_KEY'),
      });
  }
};
