// The wire form of GET /health.
import { z } from 'zod';

const check = z.enum(['ok', 'failing']);

export const health = z
  .object({
    status: z.enum(['ok', 'failing']),
    version: z.string(),
    checks: z.object({ database: check, storage: check, queue: check, worker: check }),
  })
  .meta({ id: 'Health' });
export type HealthWire = z.infer<typeof health>;
