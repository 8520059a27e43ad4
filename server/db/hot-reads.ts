// What is read most often, as prepared statements past the ORM: it would cost more than the route that asks.
import type pg from 'pg';

export type KeyRow = {
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

/** What an account has left: its plan, its credits, and what it has used of the month and of the hour. */
export type Position = { plan: 'free' | 'pro'; credits: number; used: number; recent: number };

type StemFileRow = { bytes: number; crc32: number; songName: string };

/** `month` is the first day of the calendar month; `since` begins the sliding hour. */
export type PositionTimes = { month: Date; since: Date };

export type HotReads = {
  keyByHash: (tokenHash: string) => Promise<KeyRow | null>;
  /** For a call that asks for nothing but the position: one round trip instead of two. */
  keyWithPosition: (tokenHash: string, times: PositionTimes) => Promise<(KeyRow & Position) | null>;
  tokenByHash: (tokenHash: string) => Promise<TokenRow | null>;
  position: (accountId: string, times: PositionTimes) => Promise<Position | null>;
  /** A file of a finished song; the practice room reads six of them every two seconds, piece by piece. */
  stemFile: (splitId: string, stem: string, kind: string) => Promise<StemFileRow | null>;
};

const keyColumns = `
  api_keys.id, account_id AS "accountId", token_hash AS "tokenHash", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"`;

const positionColumns = `
  plan::text AS plan, credits,
  (SELECT coalesce(sum(delta), 0)::int FROM ledger_entries
    WHERE account_id = accounts.id AND kind = 'allowance' AND month = $2::date) AS used,
  (SELECT count(*)::int FROM submissions WHERE account_id = accounts.id AND created_at > $3::timestamptz) AS recent`;

const keyByHash = `SELECT ${keyColumns} FROM api_keys WHERE token_hash = $1`;

const keyWithPosition = `
  SELECT ${keyColumns}, ${positionColumns}
  FROM api_keys JOIN accounts ON accounts.id = account_id WHERE token_hash = $1`;

const tokenByHash = `
  SELECT t.token_hash AS "tokenHash", t.kind::text AS kind, t.resource, t.expires_at AS "expiresAt", t.revoked_at AS "revokedAt",
    t.grant_id AS "grantId", g.revoked_at AS "grantRevokedAt", g.last_used_at AS "grantLastUsedAt",
    g.account_id AS "accountId", g.client_id AS "clientId"
  FROM oauth_tokens t JOIN oauth_grants g ON g.id = t.grant_id WHERE t.token_hash = $1`;

const position = `SELECT ${positionColumns} FROM accounts WHERE id = $1`;

const texts = ({ month, since }: PositionTimes): string[] => [month.toISOString(), since.toISOString()];

const stemFile = `
  SELECT f.bytes::float8 AS bytes, f.crc32::float8 AS crc32, s.name AS "songName"
  FROM stem_files f JOIN splits s ON s.id = f.split_id
  WHERE f.split_id = $1 AND f.stem = $2 AND f.kind = $3 AND s.status = 'done'`;

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
    keyWithPosition: (tokenHash, times) =>
      first<KeyRow & Position>('key_with_position', keyWithPosition, [tokenHash, ...texts(times)]),
    position: (accountId, times) => first<Position>('position', position, [accountId, ...texts(times)]),
    stemFile: (splitId, stem, kind) => first<StemFileRow>('stem_file', stemFile, [splitId, stem, kind]),
  };
};
