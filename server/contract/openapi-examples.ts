// One example answer per operation, shown in openapi.json and on the reference page; a test checks each.
const splitId = 'split_01BnVzYqT4cUo3sPq8mW2x';
const siteUrl = 'https://partbook.example';

const split = {
  id: splitId,
  status: 'done',
  model: 'vocals',
  name: 'Blue Room',
  stems: ['vocals', 'instrumental'].map((name) => ({
    name,
    filename: `${name}.wav`,
    mp3_url: `${siteUrl}/files/${splitId}/${name}.mp3?key=EXAMPLE`,
    preview_url: `${siteUrl}/files/${splitId}/${name}.ogg?key=EXAMPLE`,
    wav_url: null,
    silent: false,
    duration_seconds: 214.3,
    peak_dbfs: -1.2,
  })),
  open_url: `${siteUrl}/s/2bq0Yt7KxGv1nRcD9uWmA4`,
  zip_url: null,
  progress: 100,
  eta_seconds: null,
  reason: null,
  message: null,
  duration_seconds: 214.3,
  charged: 'allowance',
  batch_id: null,
  created_at: '2026-11-21T10:00:00.000Z',
  started_at: '2026-11-21T10:00:01.000Z',
  completed_at: '2026-11-21T10:00:24.000Z',
};

const queued = {
  ...split,
  status: 'queued',
  stems: split.stems.map((stem) => ({
    ...stem,
    mp3_url: null,
    preview_url: null,
    duration_seconds: null,
    peak_dbfs: null,
  })),
  progress: 0,
  duration_seconds: null,
  started_at: null,
  completed_at: null,
};

const batch = {
  id: 'batch_01BnVzYqT4cUo3sPq8mW2x',
  status: 'processing',
  model: 'vocals',
  items: [
    {
      index: 0,
      status: 'done',
      audio_url: 'https://example.org/blue-room.mp3',
      name: 'Blue Room',
      model: 'vocals',
      split_id: splitId,
      reason: null,
      message: null,
      split,
    },
    {
      index: 1,
      status: 'queued',
      audio_url: 'https://example.org/red-room.mp3',
      name: null,
      model: 'vocals',
      split_id: null,
      reason: null,
      message: null,
      split: null,
    },
  ],
  counts: { queued: 1, processing: 0, done: 1, failed: 0, cancelled: 0 },
  created_at: '2026-11-21T10:00:00.000Z',
  completed_at: null,
};

const setlist = {
  id: 'set_01BnVzYqT4cUo3sPq8mW2x',
  title: 'Friday night',
  split_ids: [splitId],
  songs: [
    {
      id: splitId,
      name: 'Blue Room',
      status: 'done',
      model: 'vocals',
      duration_seconds: 214.3,
      open_url: split.open_url,
    },
  ],
  share_url: `${siteUrl}/l/7YcPz0aBq3LmNs8TuVwXe1`,
  created_at: '2026-11-21T10:00:00.000Z',
  updated_at: '2026-11-21T10:00:00.000Z',
};

const account = {
  plan: 'free',
  splits_used: 2,
  splits_left: 3,
  splits_per_month: 5,
  resets_at: '2026-12-01T00:00:00.000Z',
  credits: 0,
  limits: {
    songs_per_hour: 10,
    songs_left_this_hour: 9,
    splits_at_once: 2,
    batch_size: 10,
    form_upload_bytes: 104857600,
    direct_upload_bytes: 209715200,
    upload_part_bytes: 10485760,
    models: ['vocals', 'fast'],
  },
  upgrade_url: `${siteUrl}/pricing`,
};

export const operationExamples: Readonly<Record<string, unknown>> = {
  getHealth: {
    status: 'ok',
    version: '1.0.0',
    checks: { database: 'ok', storage: 'ok', queue: 'ok', worker: 'ok' },
  },
  getMe: account,
  createSplit: queued,
  listSplits: { splits: [split], has_more: false, next_cursor: null },
  getSplit: split,
  renameSplit: split,
  deleteSplit: { id: splitId, deleted: true },
  createBatch: batch,
  getBatch: batch,
  cancelBatch: batch,
  startUpload: {
    upload_token: 'pb_up_EXAMPLE',
    part_size: 10485760,
    parts: [{ n: 1, url: `${siteUrl}/storage/upload/EXAMPLE/1?signature=EXAMPLE` }],
    expires_at: '2026-11-22T10:00:00.000Z',
  },
  completeUpload: queued,
  listSetlists: { setlists: [setlist], has_more: false, next_cursor: null },
  createSetlist: setlist,
  replaceSetlist: setlist,
  deleteSetlist: { id: setlist.id, deleted: true },
};
