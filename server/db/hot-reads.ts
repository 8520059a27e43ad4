// What every keyed call reads, as prepared statements past the ORM: it would cost more than the route that asks.
import type pg from 'pg';

type KeyRow = {
  id: string;
  accountId: string;
  tokenHash: string;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
};

type TokenRow = {
  tokenHash: string;
  kind: string;
  resource: string | null;
  expiresAt: Date;
  revokedAt: Date | null;
  grantId: string;
  grantRevokedAt: Date | null;
  grantLastUsedAt: Date | null;
  accountId: string;
  clientId: string;
};

type PositionRow = { plan: 'free' | 'pro'; credits: number; used: number; recent: number };

/** `month` is the first day of the calendar month; `since` begins the sliding hour. */
type PositionQuery = { accountId: string; month: Date; since: Date };

export type HotReads = {
  keyByHash: (tokenHash: string) => Promise<KeyRow | null>;
  tokenByHash: (tokenHash: string) => Promise<TokenRow | null>;
  position: (query: PositionQuery) => Promise<PositionRow | null>;
};

const keyByHash = `
  SELECT id, account_id AS "accountId", token_hash AS "tokenHash", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"
  FROM api_keys WHERE token_hash = $1`;

const tokenByHash = `
  SELECT t.token_hash AS "tokenHash", t.kind::text AS kind, t.resource, t.expires_at AS "expiresAt", t.revoked_at AS "revokedAt",
    t.grant_id AS "grantId", g.revoked_at AS "grantRevokedAt", g.last_used_at AS "grantLastUsedAt",
    g.account_id AS "accountId", g.client_id AS "clientId"
  FROM oauth_tokens t JOIN oauth_grants g ON g.id = t.grant_id WHERE t.token_hash = $1`;

const position = `
  SELECT plan::text AS plan, credits,
    (SELECT coalesce(sum(delta), 0)::int FROM ledger_entries
      WHERE account_id = accounts.id AND kind = 'allowance' AND month = $2::date) AS used,
    (SELECT count(*)::int FROM submissions WHERE account_id = accounts.id AND created_at > $3::timestamptz) AS recent
  FROM accounts WHERE id = $1`;

export const createHotReads = (pool: pg.Pool): HotReads => {
  const first = async <Row extends pg.QueryResultRow>(
    name: string,
    text: string,
    values: readonly string[],
  ): Promise<Row | null> => {
    const { rows } = await pool.query<Row>({ name, text, values: [...values] });
    return rows[0] ?? null;
  };
  return {
    keyByHash: (tokenHash) => first<KeyRow>('key_by_hash', keyByHash, [tokenHash]),
    tokenByHash: (tokenHash) => first<TokenRow>('token_by_hash', tokenByHash, [tokenHash]),
    position: ({ accountId, month, since }) =>
      first<PositionRow>('position', position, [accountId, month.toISOString(), since.toISOString()]),
  };
};
