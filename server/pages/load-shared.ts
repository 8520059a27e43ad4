// What the pages of a shared song and a shared setlist show; null where the link leads nowhere.
import { pageSession } from '../auth/page-session.ts';
import { products, type StemName } from '../contract/models.ts';
import type { SharedSetlist, SharedSong } from '../contract/share.ts';
import { getServices } from '../deps.ts';
import { AppError } from '../operations/app-error.ts';
import { getSharedSetlist } from '../operations/share/get-shared-setlist.ts';
import { getSharedSong } from '../operations/share/get-shared-song.ts';

/** Dead and never-born links look the same to a listener; everything else is a fault. */
const nullWhenDead = (error: unknown): null => {
  if (error instanceof AppError && (error.code === 'gone' || error.code === 'not_found')) return null;
  throw error;
};

export type SongPage = { song: SharedSong; stemNames: readonly StemName[] };

export const loadSharedSong = async (shareId: string): Promise<SongPage | null> => {
  const viewer = await pageSession();
  try {
    const input = { shareId, viewerAccountId: viewer?.account.id ?? null };
    const song = await getSharedSong(await getServices(), input);
    return { song, stemNames: products[song.model].stems };
  } catch (error) {
    return nullWhenDead(error);
  }
};

export const loadSharedSetlist = async (shareId: string): Promise<SharedSetlist | null> => {
  try {
    return await getSharedSetlist(await getServices(), { shareId });
  } catch (error) {
    return nullWhenDead(error);
  }
};
