// Streams a song that somebody sends into storage as the source of the split it is to become.
import type { Readable } from 'node:stream';
import { limits } from '../../contract/limits.ts';
import { sourceKey } from '../../storage/keys.ts';
import { StorageTooLarge } from '../../storage/storage.ts';
import { AppError } from '../app-error.ts';
import type { Services } from '../context.ts';

const mebibyte = 1024 * 1024;

export const songTooLarge = (): AppError =>
  new AppError('file_too_large', {
    message: `A form takes files up to ${limits.formUploadBytes / mebibyte} MB. Send larger ones, up to ${
      limits.directUploadBytes / mebibyte
    } MB, in parts through POST /uploads.`,
  });

export const storeSong = async (
  services: Pick<Services, 'storage'>,
  splitId: string,
  song: Readable,
): Promise<{ key: string; bytes: number }> => {
  const key = sourceKey(splitId);
  try {
    const { bytes } = await services.storage.put(key, song, {
      contentType: 'application/octet-stream',
      maxBytes: limits.formUploadBytes,
    });
    return { key, bytes };
  } catch (error) {
    throw error instanceof StorageTooLarge ? songTooLarge() : error;
  }
};

export const dropSong = (services: Pick<Services, 'storage'>, splitId: string): Promise<void> =>
  services.storage.delete(sourceKey(splitId));
