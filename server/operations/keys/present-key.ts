// What the developers page shows of a key.
import type { ApiKeyWire } from '../../contract/key.ts';
import type { ApiKey } from '../../db/generated/client.ts';

export const presentKey = (key: ApiKey): ApiKeyWire => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  created_at: key.createdAt.toISOString(),
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
});
