// Accounts, keys and sessions for tests, made straight in the database of a running app.
import { randomBytes } from 'node:crypto';
import { type Db, openDb } from '../../server/db/client.ts';
import { newId } from '../../server/domain/ids.ts';
import { hashSecret, newSecret } from '../../server/domain/secrets.ts';
import { sessionHash } from '../../server/auth/session-cookie.ts';

export type TestAccount = { id: string; email: string; key: string; keyId: string; cookie: string };

const day = 86_400_000;

export const openTestDb = (databaseUrl: string): Db => openDb(databaseUrl, 4);

export const createTestAccount = async (
  db: Db,
  options: { plan?: 'free' | 'pro'; credits?: number } = {},
): Promise<TestAccount> => {
  const id = newId('acct');
  const email = `${id.toLowerCase()}@example.org`;
  const credits = options.credits ?? 0;
  const key = newSecret('apiKey');
  const keyId = newId('key');
  const sessionToken = randomBytes(32).toString('hex');
  await db.account.create({ data: { id, email, plan: options.plan ?? 'free', credits } });
  if (credits > 0) {
    const month = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), 1));
    await db.ledgerEntry.create({
      data: { accountId: id, kind: 'credit', delta: credits, month, note: 'for a test' },
    });
  }
  await db.apiKey.create({
    data: { id: keyId, accountId: id, name: 'test', prefix: key.slice(0, 12), tokenHash: hashSecret(key) },
  });
  await db.session.create({
    data: {
      id: newId('sess'),
      accountId: id,
      tokenHash: sessionHash(sessionToken),
      expiresAt: new Date(Date.now() + day),
    },
  });
  return { id, email, key, keyId, cookie: `next-auth.session-token=${sessionToken}` };
};

/** An app with an access token, as the consent page would have led to. */
export const createTestToken = async (
  db: Db,
  accountId: string,
  options: { resource?: string; expiresInSeconds?: number } = {},
): Promise<string> => {
  const clientId = newId('app');
  const grantId = newId('grant');
  const token = newSecret('accessToken');
  await db.oAuthClient.create({
    data: { id: clientId, name: 'Test app', redirectUris: ['http://localhost/cb'], kind: 'registered' },
  });
  await db.oAuthGrant.create({
    data: {
      id: grantId,
      accountId,
      clientId,
      redirectUri: 'http://localhost/cb',
      resource: options.resource ?? null,
      scope: 'account',
    },
  });
  await db.oAuthToken.create({
    data: {
      tokenHash: hashSecret(token),
      grantId,
      kind: 'access',
      resource: options.resource ?? null,
      expiresAt: new Date(Date.now() + (options.expiresInSeconds ?? 3600) * 1000),
    },
  });
  return token;
};
