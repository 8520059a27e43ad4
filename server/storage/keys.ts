// Where a split's and an upload's files lie in storage.
export const splitPrefix = (splitId: string): string => `splits/${splitId}/`;
export const sourceKey = (splitId: string): string => `${splitPrefix(splitId)}source`;
export const stemKey = (splitId: string, stem: string, extension: string): string =>
  `${splitPrefix(splitId)}stems/${stem}.${extension}`;
export const uploadKey = (uploadId: string): string => `uploads/${uploadId}/source`;
export const uploadPrefix = (uploadId: string): string => `uploads/${uploadId}/`;
