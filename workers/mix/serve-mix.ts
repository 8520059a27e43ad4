// POST /mixes: one mix at a time and a few waiting; the answer begins when the file is whole, so that a fault has a status.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { MixRequest } from '../contract/mix.ts';
import type { JobFolders } from '../job-folders.ts';
import { FetchFailed } from '../job-failure.ts';
import { errorText, type Log } from '../log.ts';
import { Slots } from '../slots.ts';
import { makeMix } from './make-mix.ts';

const atOnce = 1;
const maxWaiting = 3;
/** An hour of six stems takes a few minutes; more is a machine or a storage that hangs. */
const wholeMs = 15 * 60_000;

export type MixFault = {
  status: 429 | 500 | 502;
  error: string;
  message: string;
  retryAfterSeconds?: number;
};

const faultOf = (error: unknown): MixFault =>
  error instanceof FetchFailed
    ? { status: 502, error: 'fetch_failed', message: 'The stems could not be read.' }
    : { status: 500, error: 'mix_failed', message: 'The mix could not be made. The worker’s log says why.' };

export class Mixes {
  private readonly slots = new Slots(atOnce, maxWaiting);
  private readonly folders: JobFolders;
  private readonly log: Log;

  constructor(folders: JobFolders, log: Log) {
    this.folders = folders;
    this.log = log;
  }

  /** Answers with the file; null when it did, or when nobody waits for it any more. */
  serve(wish: MixRequest, response: ServerResponse): Promise<MixFault | null> {
    return new Promise((resolve) => {
      const gone = new AbortController();
      response.once('close', () => gone.abort(new Error('nobody waits for the mix')));
      const run = async (): Promise<void> => resolve(await this.make(wish, response, gone.signal));
      if (this.slots.add({ run })) return;
      const message = 'The encoder has no room. Ask another worker, or later.';
      resolve({ status: 429, error: 'full', message, retryAfterSeconds: 15 });
    });
  }

  private async make(
    wish: MixRequest,
    response: ServerResponse,
    gone: AbortSignal,
  ): Promise<MixFault | null> {
    const signal = AbortSignal.any([gone, AbortSignal.timeout(wholeMs)]);
    try {
      await this.folders.withFolder(async (dir) => {
        signal.throwIfAborted();
        const file = await makeMix(wish, dir, signal);
        const { size } = await stat(file);
        response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': size });
        await pipeline(createReadStream(file), response, { signal });
      });
      return null;
    } catch (error) {
      if (gone.aborted || response.headersSent) return null;
      this.log.error('mix_failed', { error: errorText(error) });
      return faultOf(error);
    }
  }
}
