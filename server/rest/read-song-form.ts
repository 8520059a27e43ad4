// Reads a song form: fields in any order, the file streamed straight into storage; nothing stays stored when it fails.
import { finished, PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import { limits } from '../contract/limits.ts';
import { AppError } from '../operations/app-error.ts';
import type { Services } from '../operations/context.ts';
import { dropSong, songTooLarge, storeSong } from '../operations/files/store-song.ts';
import { openBody } from './request-body.ts';

export type SongForm = {
  fields: Record<string, string>;
  file: { key: string; bytes: number; filename: string; contentType: string } | null;
};
type FormServices = Pick<Services, 'storage'>;
type Parser = ReturnType<typeof busboy>;

/** Boundaries, part headers and text fields beside the file. */
const overheadBytes = 1024 * 1024;
const fieldBytes = 16 * 1024;
const maxFields = 20;

const fieldError = (name: string, type: string, msg: string): AppError =>
  new AppError('validation_failed', { detail: [{ loc: ['body', name], msg, type }] });

const unreadable = (cause: unknown): AppError =>
  new AppError('bad_request', {
    message: 'The form broke off or is not valid multipart/form-data. Send it again.',
    cause,
  });

const createParser = (request: Request): Parser => {
  try {
    return busboy({
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      defParamCharset: 'utf8',
      limits: {
        fieldNameSize: 100,
        fieldSize: fieldBytes,
        fields: maxFields,
        files: 1,
        // At exactly its limit busboy calls a file truncated, so storage counts and this is one byte further.
        fileSize: limits.formUploadBytes + 1,
        headerPairs: 50,
      },
    });
  } catch (error) {
    throw unreadable(error);
  }
};

type Watch = { fields: Map<string, string>; fail: (error: unknown) => void };

const watchFields = (parser: Parser, { fields, fail }: Watch): void => {
  parser.on('field', (name, value, info) => {
    if (name === 'file')
      fail(fieldError('file', 'file_type', 'Send the song itself as a file, not as text.'));
    else if (info.nameTruncated) fail(fieldError(name, 'extra_forbidden', 'There is no such field.'));
    else if (info.valueTruncated) fail(fieldError(name, 'string_too_long', 'The value is too long.'));
    else if (fields.has(name)) fail(fieldError(name, 'duplicate', 'The field is given twice.'));
    else if (value.includes('\0')) fail(fieldError(name, 'string_type', 'NUL is not accepted.'));
    else fields.set(name, value);
  });
  parser.on('filesLimit', () => fail(fieldError('file', 'too_long', 'Send one file only.')));
  parser.on('fieldsLimit', () => fail(fieldError('form', 'too_long', `At most ${maxFields} fields.`)));
};

/** Between the form and storage, so that a fault of the one is not taken for a fault of the other. */
const relayOf = (song: Readable, fail: (error: unknown) => void): Readable => {
  const relay = new PassThrough();
  // What goes wrong is told to `finished` and to storage; an event nobody hears would end the process.
  for (const stream of [song, relay]) stream.on('error', () => {});
  finished(song, (error) => {
    if (!error) return;
    fail(unreadable(error));
    relay.destroy(error);
  });
  return song.pipe(relay);
};

/** Settles with the stored file when both the form and storage are through; with the first fault of either otherwise. */
const parseForm = (
  parser: Parser,
  store: (song: Readable) => Promise<{ key: string; bytes: number }>,
  body: Readable,
): { form: Promise<SongForm>; stored: () => Promise<unknown> } => {
  const fields = new Map<string, string>();
  let file: Promise<SongForm['file']> = Promise.resolve(null);
  const form = new Promise<SongForm>((resolve, fail) => {
    watchFields(parser, { fields, fail });
    // Stays when the pipeline is over: busboy also reports a form that we leave early.
    parser.on('error', (error) => fail(unreadable(error)));
    parser.on('file', (name, song, info) => {
      const relay = relayOf(song, fail);
      if (name !== 'file') {
        fail(fieldError(name, 'extra_forbidden', 'Send the song in the field “file”.'));
        return;
      }
      file = store(relay).then((stored) => ({
        ...stored,
        filename: info.filename ?? '',
        contentType: info.mimeType,
      }));
      file.catch(fail);
    });
    pipeline(body, parser).then(
      () => file.then((stored) => resolve({ fields: Object.fromEntries(fields), file: stored }), fail),
      (error: unknown) => fail(unreadable(error)),
    );
  });
  return { form, stored: () => file };
};

export const readSongForm = async (
  request: Request,
  services: FormServices,
  splitId: string,
): Promise<SongForm> => {
  const body = openBody(request);
  try {
    const announced = Number(request.headers.get('content-length') ?? 0);
    if (announced > limits.formUploadBytes + overheadBytes) throw songTooLarge();
    const parser = createParser(request);
    const { form, stored } = parseForm(parser, (song) => storeSong(services, splitId, song), body.stream);
    try {
      const read = await form;
      if (read.file?.bytes === 0) throw fieldError('file', 'too_short', 'The file is empty.');
      return read;
    } catch (error) {
      parser.destroy();
      await stored().catch(() => null);
      await dropSong(services, splitId);
      throw error;
    }
  } finally {
    await body.finish();
  }
};
