// Remembers for a day what must happen only once in a day.
import type { Sql } from '../db/sql.ts';

/** True for the first caller within 24 hours, whichever process asks; the others wait for its transaction. */
export const firstTime = async (tx: Sql, scope: string, key: string): Promise<boolean> => {
  const rows = await tx.query<unknown>`
    INSERT INTO engine_seen (scope, key) VALUES (${scope}, ${key})
    ON CONFLICT (scope, key) DO UPDATE SET seen_at = now()
      WHERE engine_seen.seen_at < now() - interval '24 hours'
    RETURNING key`;
  return rows.length > 0;
};
