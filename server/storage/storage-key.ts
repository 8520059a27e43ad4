// Which texts are keys: plain ASCII paths without dots to climb on, so that no key leaves the store on any system.
const segment = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$/;
const maxLength = 300;

class StorageKeyRefused extends Error {}

const isStorageKey = (key: string): boolean =>
  key.length <= maxLength && key.split('/').every((part) => segment.test(part));

export const requireKey = (key: string): string => {
  if (!isStorageKey(key)) throw new StorageKeyRefused('not a storage key');
  return key;
};

/** A prefix names a whole folder; the empty one, for lists alone, names everything. */
export const requirePrefix = (prefix: string): string => {
  if (!prefix.endsWith('/') || !isStorageKey(prefix.slice(0, -1))) {
    throw new StorageKeyRefused('not a storage prefix');
  }
  return prefix;
};
