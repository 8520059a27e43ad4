// Every limit of spec section 8 and of the contract, in one place.
const mebibyte = 1024 * 1024;

export const limits = {
  songsPerHour: 10,
  splitsAtOnce: 2,
  batchSize: 10,
  formUploadBytes: 100 * mebibyte,
  directUploadBytes: 200 * mebibyte,
  uploadPartBytes: 10 * mebibyte,
  jsonBodyBytes: 256 * 1024,
  idempotencyKeyMin: 16,
  idempotencyKeyMax: 64,
  idempotencyHours: 24,
  uploadHours: 24,
  nameLength: 200,
  titleLength: 200,
  setlistSongs: 100,
  pageSize: 50,
  pageSizeMax: 100,
  waitSecondsMax: 60,
  audioUrlLength: 2048,
  keysPerAccount: 50,
} as const;

export const hourSeconds = 3600;
