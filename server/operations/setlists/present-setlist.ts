// Turns a setlist's rows into its wire form.
import type { SetlistWire } from '../../contract/setlist.ts';
import type { Prisma } from '../../db/generated/client.ts';
import type { Env } from '../../env.ts';
import { openUrlOf } from '../splits/present-split.ts';

/** At most a hundred songs, so reading them whole is bounded. */
export const withSongs = {
  songs: { orderBy: { position: 'asc' }, include: { split: true } },
} as const satisfies Prisma.SetlistInclude;
export type SetlistWithSongs = Prisma.SetlistGetPayload<{ include: typeof withSongs }>;

export const presentSetlist = (setlist: SetlistWithSongs, env: Env): SetlistWire => ({
  id: setlist.id,
  title: setlist.title,
  split_ids: setlist.songs.map((song) => song.splitId),
  songs: setlist.songs.map(({ split }) => ({
    id: split.id,
    name: split.name,
    status: split.status,
    model: split.model,
    duration_seconds: split.durationSeconds,
    open_url: openUrlOf(env.SITE_URL, split.shareId),
  })),
  share_url: `${env.SITE_URL}/l/${setlist.shareId}`,
  created_at: setlist.createdAt.toISOString(),
  updated_at: setlist.updatedAt.toISOString(),
});
