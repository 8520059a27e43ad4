// Lists an account's keys for the operator: never the key, always whether it still works.
import type { Db } from '../../db/client.ts';
import { findAccount } from './find-account.ts';

export type KeyLine = {
  id: string;
  name: string;
  prefix: string;
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
};

const shown = 200;

export const listAccountKeys = async (db: Db, input: { email: string }): Promise<KeyLine[]> => {
  const { id } = await findAccount(db, input.email);
  const rows = await db.apiKey.findMany({
    where: { accountId: id },
    orderBy: { createdAt: 'desc' },
    take: shown,
  });
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
  }));
};
