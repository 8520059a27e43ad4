// The body of a download on its way to storage: looked at first, counted, and told apart from storage's own faults.
import { Readable } from 'node:stream';
import { FetchRefused } from './ingest.ts';
import { looksLikePage, looksLikeSong, sniffBytes } from './sniff-song.ts';

const mebibyte = 1024 * 1024;

export const songTooLarge = (maxBytes: number): FetchRefused =>
  new FetchRefused(
    'file_too_large',
    `The file is larger than ${Math.floor(maxBytes / mebibyte)} MB. Use a shorter or compressed version.`,
  );

const notASong = (head: Buffer): FetchRefused => {
  if (head.length === 0) return new FetchRefused('unsupported_audio', 'The link leads to an empty file.');
  return new FetchRefused(
    'unsupported_audio',
    looksLikePage(head)
      ? 'The link leads to a web page, not to an audio file. Use the link of the file itself.'
      : 'The link leads to something that is not MP3, WAV, FLAC, OGG, M4A, AAC or WMA.',
  );
};

const readHead = async (chunks: AsyncIterator<Buffer>): Promise<Buffer> => {
  const head: Buffer[] = [];
  for (let bytes = 0; bytes < sniffBytes;) {
    const next = await chunks.next();
    if (next.done) break;
    head.push(next.value);
    bytes += next.value.length;
  }
  return Buffer.concat(head);
};

export type SongBodyOptions = { maxBytes: number; asRefusal: (error: unknown) => unknown };

/** Gives the body to the sink and answers how long it was; a fault of the download wins over what the sink made of it. */
export const passSong = async (
  body: Readable,
  options: SongBodyOptions,
  sink: (body: Readable) => Promise<void>,
): Promise<number> => {
  let fault: { error: unknown } | null = null;
  let bytes = 0;
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const next = async (): Promise<IteratorResult<Buffer>> => {
    try {
      return await chunks.next();
    } catch (error) {
      throw options.asRefusal(error);
    }
  };
  const head = await readHead({ next });
  if (!looksLikeSong(head)) throw notASong(head);
  const counted = async function* (): AsyncGenerator<Buffer> {
    try {
      for (
        let chunk: IteratorResult<Buffer> = { done: false, value: head };
        !chunk.done;
        chunk = await next()
      ) {
        bytes += chunk.value.length;
        if (bytes > options.maxBytes) throw songTooLarge(options.maxBytes);
        yield chunk.value;
      }
    } catch (error) {
      fault = { error };
      throw error;
    }
  };
  const stream = Readable.from(counted(), { objectMode: false });
  try {
    await sink(stream);
  } catch (error) {
    throw fault ? (fault as { error: unknown }).error : error;
  } finally {
    stream.destroy();
  }
  return bytes;
};
