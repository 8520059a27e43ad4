// Lists accounts for the operator, newest first, by key.
import type { Db } from '../../db/client.ts';

export type AccountLine = {
  email: string;
  plan: string;
  credits: number;
  songs: number;
  keys: number;
  created_at: string;
  id: string;
};

export const listAccounts = async (
  db: Db,
  input: { limit: number; before?: string },
): Promise<AccountLine[]> => {
  const rows = await db.account.findMany({
    ...(input.before ? { where: { id: { lt: input.before } } } : {}),
    orderBy: { id: 'desc' },
    take: input.limit,
    include: { _count: { select: { splits: true, apiKeys: { where: { revokedAt: null } } } } },
  });
  return rows.map((row) => ({
    email: row.email,
    plan: row.plan,
    credits: row.credits,
    songs: row._count.splits,
    keys: row._count.apiKeys,
    created_at: row.createdAt.toISOString(),
    id: row.id,
  }));
};
