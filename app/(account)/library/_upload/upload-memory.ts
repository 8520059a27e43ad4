// Remembers uploads in the browser's own database: the record and, where there is room, the file itself.
import type { UploadRecord } from './upload-record.ts';

export type UploadMemory = {
  list: (accountId: string) => Promise<UploadRecord[]>;
  save: (record: UploadRecord) => Promise<void>;
  /** Keeps a copy of the file, so that a reload needs nobody; does nothing where the browser has no room for it. */
  keepFile: (id: string, file: File) => Promise<void>;
  fileOf: (id: string) => Promise<File | null>;
  forget: (id: string) => Promise<void>;
};

const databaseName = 'partbook-uploads';

const answerOf = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The browser’s store failed.')),
    );
  });

const open = (): Promise<IDBDatabase> => {
  const request = indexedDB.open(databaseName, 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore('records', { keyPath: 'id' });
    request.result.createObjectStore('files');
  });
  return answerOf(request);
};

type StoreName = 'records' | 'files';

const inStores = async <Value>(
  names: StoreName[],
  mode: IDBTransactionMode,
  work: (store: (name: StoreName) => IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> => {
  const database = await open();
  try {
    const transaction = database.transaction(names, mode);
    const ended = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('Not stored.')));
    });
    const [value] = await Promise.all([answerOf(work((name) => transaction.objectStore(name))), ended]);
    return value;
  } finally {
    database.close();
  }
};

export const browserMemory = (): UploadMemory => ({
  list: async (accountId) => {
    const all = await inStores<UploadRecord[]>(['records'], 'readonly', (store) => store('records').getAll());
    return all.filter((record) => record.accountId === accountId);
  },
  save: async (record) => {
    await inStores(['records'], 'readwrite', (store) => store('records').put(record));
  },
  keepFile: async (id, file) => {
    try {
      await inStores(['files'], 'readwrite', (store) => store('files').put(file, id));
    } catch {
      // No room, or a private window: after a reload the person is asked for the file.
    }
  },
  fileOf: async (id) => {
    try {
      const file = await inStores<unknown>(['files'], 'readonly', (store) => store('files').get(id));
      return file instanceof File ? file : null;
    } catch {
      return null;
    }
  },
  forget: async (id) => {
    await inStores(['records', 'files'], 'readwrite', (store) => {
      store('files').delete(id);
      return store('records').delete(id);
    });
  },
});

/** On signing out: nothing of one person's songs stays behind for the next. */
export const forgetUploads = (): Promise<void> =>
  new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(databaseName);
    for (const end of ['success', 'error', 'blocked']) request.addEventListener(end, () => resolve());
  });
