// The wire form of a setlist: songs in an order of their owner's, behind one share link.
import { z } from 'zod';
import { limits } from './limits.ts';
import { modelId } from './models.ts';
import { splitStatus, timestamp } from './split.ts';

const setlistSong = z
  .object({
    id: z.string(),
    name: z.string(),
    status: splitStatus,
    model: modelId,
    duration_seconds: z.number().nullable(),
    open_url: z.url(),
  })
  .meta({ id: 'SetlistSong' });

export const setlist = z
  .object({
    id: z.string(),
    title: z.string(),
    split_ids: z.array(z.string()),
    songs: z.array(setlistSong),
    share_url: z.url(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Setlist' });
export type SetlistWire = z.infer<typeof setlist>;

export const setlistBody = z
  .strictObject({
    title: z.string().trim().min(1).max(limits.titleLength),
    split_ids: z.array(z.string().max(64)).max(limits.setlistSongs),
  })
  .meta({ id: 'WriteSetlist' });
export type SetlistBody = z.infer<typeof setlistBody>;

export const setlistPage = z
  .object({ setlists: z.array(setlist), has_more: z.boolean(), next_cursor: z.string().nullable() })
  .meta({ id: 'SetlistPage' });
