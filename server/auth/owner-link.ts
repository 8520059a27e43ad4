// The owner of a self-hosted box: a Pro account whose one-time link the start command prints.
import { openSql } from '../db/open-sql.ts';
import { newId } from '../domain/ids.ts';
import { readEnv } from '../env.ts';
import { makeSignInLink } from './sign-in-link.ts';

/** Without the ORM: it is read with the first page, and a start need not wait for it. */
export const createOwnerLink = async (): Promise<string> => {
  const env = readEnv();
  const sql = openSql(env.DATABASE_URL, 1);
  try {
    const email = env.OWNER_EMAIL.toLowerCase();
    await sql.query`
      INSERT INTO accounts (id, email, email_verified, name, plan)
      VALUES (${newId('acct')}, ${email}, now(), 'Owner', 'pro') ON CONFLICT (email) DO NOTHING`;
    const { url, row } = makeSignInLink(env, email);
    await sql.query`
      INSERT INTO sign_in_links (identifier, token_hash, expires_at)
      VALUES (${row.identifier}, ${row.tokenHash}, ${row.expiresAt})`;
    return url;
  } finally {
    await sql.close();
  }
};
