// One example request per operation that takes input, for openapi.json, the reference page and its samples.
import type { OperationId } from './operation-table.ts';

export type RequestExample = {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  json?: unknown;
  /** Sent as a form beside the file. */
  form?: Readonly<Record<string, string>>;
};

const splitId = 'split_01BnVzYqT4cUo3sPq8mW2x';
const batchId = 'batch_01BnVzYqT4cUo3sPq8mW2x';
const setlistId = 'set_01BnVzYqT4cUo3sPq8mW2x';

export const requestExamples: Readonly<Partial<Record<OperationId, RequestExample>>> = {
  createSplit: {
    json: { audio_url: 'https://example.org/blue-room.mp3', model: 'vocals', name: 'Blue Room' },
    form: { model: 'fast' },
  },
  listSplits: { query: { limit: '10', status: 'done' } },
  getSplit: { params: { split_id: splitId }, query: { wait: '30' } },
  renameSplit: { params: { split_id: splitId }, json: { name: 'Blue Room (live)' } },
  deleteSplit: { params: { split_id: splitId } },
  createBatch: {
    json: {
      model: 'vocals',
      items: [
        { audio_url: 'https://example.org/blue-room.mp3', name: 'Blue Room' },
        { audio_url: 'https://example.org/red-room.mp3', model: 'fast' },
      ],
    },
  },
  getBatch: { params: { batch_id: batchId }, query: { wait: '30' } },
  cancelBatch: { params: { batch_id: batchId } },
  startUpload: { json: { filename: 'blue-room.flac', size: 31_457_280, model: 'fast' } },
  completeUpload: {
    json: {
      upload_token: 'pb_up_EXAMPLE',
      parts: [{ n: 1, etag: '"9b2cf535f27731c974343645a3985328"' }],
      filename: 'blue-room.flac',
      model: 'fast',
      name: 'Blue Room',
    },
  },
  listSetlists: { query: { limit: '10' } },
  createSetlist: { json: { title: 'Friday night', split_ids: [splitId] } },
  replaceSetlist: {
    params: { setlist_id: setlistId },
    json: { title: 'Saturday night', split_ids: [splitId] },
  },
  deleteSetlist: { params: { setlist_id: setlistId } },
};
