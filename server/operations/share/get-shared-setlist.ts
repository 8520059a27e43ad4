// What the page of a shared setlist is given; anyone with the link may ask.
import type { SharedSetlist } from '../../contract/share.ts';
import type { Services } from '../context.ts';
import { refuseDeadShare, requireShareId } from './get-shared-song.ts';

export const getSharedSetlist = async (
  services: Services,
  input: { shareId: string },
): Promise<SharedSetlist> => {
  requireShareId(input.shareId);
  const setlist = await services.db.setlist.findUnique({
    where: { shareId: input.shareId },
    include: { songs: { orderBy: { position: 'asc' }, include: { split: true } } },
  });
  if (!setlist) return refuseDeadShare(services, input.shareId);
  return {
    share_id: setlist.shareId,
    title: setlist.title,
    songs: setlist.songs.map(({ split }) => ({
      share_id: split.shareId,
      name: split.name,
      duration_seconds: split.durationSeconds,
    })),
  };
};
