// Before a session ends: deletions that still could be undone happen, and nothing of a song stays in the browser.
import { settleDeletions } from '../library/_songs/use-deletions.ts';
import { forgetUploads } from '../library/_upload/upload-memory.ts';

export const leaveNothingBehind = async (): Promise<void> => {
  await Promise.all([settleDeletions(), forgetUploads()]);
};
