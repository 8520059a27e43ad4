// The data of the events that the job functions react to, checked where they come in.
import { z } from 'zod';

export const accountEvent = z.object({ account_id: z.string() });
export const splitEvent = z.object({ split_id: z.string() });
export const splitStart = z.object({
  split_id: z.string(),
  account_id: z.string(),
  generation: z.int().min(1),
});
/** What Inngest tells of a run that failed or was cancelled. */
export const runEnd = z.object({
  function_id: z.string(),
  event: z.object({ name: z.string(), data: splitStart }),
});
