// Where on the site a person does what: the answer of the MCP tool get_task_url.
import { z } from 'zod';

const siteTasks = [
  'vocal_remover',
  'basic_split',
  'full_separation',
  'library',
  'practice_room',
  'batch',
  'setlists',
  'developers',
  'pricing',
] as const;
export const siteTask = z.enum(siteTasks);
export type SiteTask = z.infer<typeof siteTask>;

/** The practice room is opened song by song, from the library. */
export const taskPaths: Readonly<Record<SiteTask, string>> = {
  vocal_remover: '/library?new=vocals',
  basic_split: '/library?new=fast',
  full_separation: '/library?new=full',
  library: '/library',
  practice_room: '/library',
  batch: '/library?new=batch',
  setlists: '/setlists',
  developers: '/developers',
  pricing: '/pricing',
};
