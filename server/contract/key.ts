// What the developers page shows of API keys and connected apps.
import { z } from 'zod';
import { timestamp } from './split.ts';

const apiKeyView = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
});
export type ApiKeyWire = z.infer<typeof apiKeyView>;

export const createKeyInput = z.strictObject({ name: z.string().trim().min(1).max(80) });

const connectedApp = z.object({
  id: z.string(),
  name: z.string(),
  redirect_host: z.string(),
  resource: z.string().nullable(),
  connected_at: timestamp,
  last_used_at: timestamp.nullable(),
});
export type ConnectedAppWire = z.infer<typeof connectedApp>;
