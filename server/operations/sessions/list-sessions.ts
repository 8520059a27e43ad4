// Lists where a person is signed in, the most recently seen first.
import type { Context } from '../context.ts';
import { requirePerson } from '../guard.ts';

export type SessionView = {
  id: string;
  user_agent: string | null;
  created_at: string;
  last_seen_at: string;
  current: boolean;
};

const shown = 100;

export const listSessions = async (ctx: Context): Promise<SessionView[]> => {
  const { accountId, sessionId } = requirePerson(ctx);
  const rows = await ctx.services.db.session.findMany({
    where: { accountId, expiresAt: { gt: new Date() } },
    orderBy: { lastSeenAt: 'desc' },
    take: shown,
  });
  return rows.map((row) => ({
    id: row.id,
    user_agent: row.userAgent,
    created_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
    current: row.id === sessionId,
  }));
};
