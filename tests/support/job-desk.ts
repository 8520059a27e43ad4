// The app's side of a worker's jobs, on loopback: serves the song, takes the stems, hears the reports.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  jobReport,
  stemsOfModel,
  type JobReport,
  type JobRequest,
  type StemFileKind,
} from '../../workers/contract/job.ts';
import { isSignedBody, signatureHeader } from '../../workers/contract/signature.ts';

export const deskSecret = 'the secret of the tests';

type Stored = { bytes: Buffer; declaredBytes: number; chunked: boolean };
type Heard = { report: JobReport; atMs: number };

export type JobDesk = {
  url: string;
  stored: Map<string, Stored>;
  heard: Heard[];
  /** Answers in place of the desk: return a status to refuse or fail, null to go on. */
  disturb: (method: string, path: string) => number | null;
  /** Bytes of the song; while null, the song never comes. */
  song: Buffer | null;
  request(id: string, change?: Partial<JobRequest> & { kinds?: StemFileKind[] }): JobRequest;
  close(): Promise<void>;
};

const readAll = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const hearReport = async (desk: JobDesk, message: IncomingMessage): Promise<number> => {
  const body = (await readAll(message)).toString('utf8');
  const signature = message.headers[signatureHeader];
  if (!isSignedBody(deskSecret, body, typeof signature === 'string' ? signature : null)) return 401;
  desk.heard.push({ report: jobReport.parse(JSON.parse(body)), atMs: Date.now() });
  return 200;
};

const storeFile = async (desk: JobDesk, path: string, message: IncomingMessage): Promise<number> => {
  const bytes = await readAll(message);
  const declaredBytes = Number(message.headers['content-length']);
  desk.stored.set(path, {
    bytes,
    declaredBytes,
    chunked: message.headers['transfer-encoding'] !== undefined,
  });
  return 200;
};

const serve = (desk: JobDesk): Server =>
  createServer((message, response) => {
    const path = (message.url ?? '').split('?')[0] ?? '';
    const method = message.method ?? '';
    const answer = async (): Promise<void> => {
      const disturbed = desk.disturb(method, path);
      if (disturbed !== null) response.writeHead(disturbed).end();
      else if (method === 'PUT') response.writeHead(await storeFile(desk, path, message)).end();
      else if (method === 'POST') response.writeHead(await hearReport(desk, message)).end();
      else if (desk.song) response.writeHead(200, { 'content-length': desk.song.length }).end(desk.song);
    };
    answer().catch(() => response.destroy());
  });

const requestOf = (url: string, id: string, change: Parameters<JobDesk['request']>[1] = {}): JobRequest => {
  const { kinds = ['mp3', 'ogg', 'wav', 'peaks'], ...rest } = change;
  const model = rest.model ?? 'vocals';
  return {
    generation: 1,
    model,
    song: {
      url: `${url}/songs/${id}?signature=secret-of-${id}`,
      max_bytes: 50_000_000,
      title: 'A test song',
    },
    outputs: stemsOfModel[model].flatMap((stem) =>
      kinds.map((kind) => ({
        stem,
        kind,
        url: `${url}/stems/${id}/${stem}.${kind}?signature=secret-of-${id}`,
      })),
    ),
    callback: { url: `${url}/callback` },
    ...rest,
  };
};

export const openJobDesk = async (): Promise<JobDesk> => {
  const desk: JobDesk = {
    url: '',
    stored: new Map(),
    heard: [],
    disturb: () => null,
    song: null,
    request: (id, change) => requestOf(desk.url, id, change),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const server = serve(desk);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  desk.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return desk;
};

/** Looks again and again; only a test that would hang without it should wait so long. */
export const eventually = async (
  what: string,
  holds: () => boolean | Promise<boolean>,
  withinMs = 60_000,
): Promise<void> => {
  const giveUpAt = Date.now() + withinMs;
  while (!(await holds())) {
    assert.ok(Date.now() < giveUpAt, `in ${withinMs / 1000} s it did not come to this: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
