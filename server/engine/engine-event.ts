// An event as the protocol carries it.
import { z } from 'zod';

export const engineEvent = z.looseObject({
  id: z.string().max(500).nullish(),
  name: z.string().min(1).max(255),
  data: z.record(z.string(), z.unknown()).nullish(),
  ts: z.number().nullish(),
});
export type GivenEvent = z.infer<typeof engineEvent>;

export type EngineEvent = { id: string; name: string; data: Record<string, unknown>; ts: number };
