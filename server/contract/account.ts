// The wire form of GET /me: the caller's plan, what is left of it, and the limits.
import { z } from 'zod';
import { modelId } from './models.ts';
import { planId } from './plans.ts';
import { timestamp } from './split.ts';

export const accountView = z
  .object({
    plan: planId,
    splits_used: z.int().meta({ description: 'This calendar month, in UTC.' }),
    splits_left: z.int(),
    splits_per_month: z.int(),
    resets_at: timestamp.meta({ description: 'When the next month begins.' }),
    credits: z.int().meta({ description: 'Each covers one song past the month, or one full separation.' }),
    limits: z.object({
      songs_per_hour: z.int(),
      songs_left_this_hour: z.int(),
      splits_at_once: z.int(),
      batch_size: z.int(),
      form_upload_bytes: z.int(),
      direct_upload_bytes: z.int(),
      upload_part_bytes: z.int(),
      models: z.array(modelId).meta({ description: 'Those open to the account now.' }),
    }),
    upgrade_url: z.url(),
  })
  .meta({ id: 'Account' });
export type AccountWire = z.infer<typeof accountView>;
