// The sweep of rows that nobody may use any more: codes, tokens, consents, apps, sessions, sign-in links; and what stays.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { newId } from '../../server/domain/ids.ts';
import { hashSecret, newSecret } from '../../server/domain/secrets.ts';
import { reap } from '../../server/operations/jobs/reap.ts';
import { createTestAccount, type TestAccount } from '../support/accounts.ts';
import { createJobServices, type JobServices } from '../support/job-services.ts';
import { startTestPostgres, type TestDatabase, type TestPostgres } from '../support/postgres.ts';

const dayMs = 86_400_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs);
let postgres: TestPostgres;
let database: TestDatabase;
let jobs: JobServices;
let account: TestAccount;

before(async () => {
  postgres = await startTestPostgres();
  database = await postgres.createDatabase();
  jobs = await createJobServices(database.url, []);
  account = await createTestAccount(jobs.services.db);
});
after(async () => {
  await jobs.close();
  await database.drop();
  await postgres.stop();
});

const redirectUri = 'http://localhost/callback';

const addClient = async (createdAt: Date, lastUsedAt: Date | null = null): Promise<string> => {
  const id = newId('app');
  const data = { id, name: 'App', redirectUris: [redirectUri], kind: 'registered', createdAt, lastUsedAt };
  await jobs.services.db.oAuthClient.create({ data });
  return id;
};

const addGrant = async (clientId: string, createdAt: Date): Promise<string> => {
  const id = newId('grant');
  const data = { id, accountId: account.id, clientId, redirectUri, scope: 'account', createdAt };
  await jobs.services.db.oAuthGrant.create({ data });
  return id;
};

const addToken = async (grantId: string, kind: 'access' | 'refresh', expiresAt: Date): Promise<string> => {
  const tokenHash = hashSecret(newSecret('accessToken'));
  await jobs.services.db.oAuthToken.create({ data: { tokenHash, grantId, kind, expiresAt } });
  return tokenHash;
};

const addCode = async (grantId: string, expiresAt: Date): Promise<string> => {
  const codeHash = hashSecret(newSecret('accessToken'));
  const data = { codeHash, grantId, redirectUri, codeChallenge: 'x'.repeat(43), expiresAt };
  await jobs.services.db.oAuthCode.create({ data });
  return codeHash;
};

const addRequest = async (clientId: string, expiresAt: Date): Promise<string> => {
  const id = randomBytes(12).toString('hex');
  const common = { clientId, accountId: account.id, sessionId: 'sess_x', redirectUri, csrfHash: 'h' };
  await jobs.services.db.oAuthRequest.create({
    data: { id, ...common, codeChallenge: 'x'.repeat(43), expiresAt },
  });
  return id;
};

test('dead codes, tokens, consents and apps go; what may still be used, or must still be recognised, stays', async () => {
  const { db } = jobs.services;
  const [old, soon] = [daysAgo(200), new Date(Date.now() + 60_000)];
  const used = await addClient(old, daysAgo(1));
  const unused = await addClient(old);
  const fresh = await addClient(daysAgo(2));
  const living = await addGrant(used, old);
  const dead = await addGrant(used, old);
  const kept = {
    tokens: [
      await addToken(living, 'access', soon),
      await addToken(living, 'refresh', soon),
      // Its reuse still ends the family.
      await addToken(living, 'refresh', daysAgo(30)),
    ],
    codes: [await addCode(living, soon), await addCode(living, daysAgo(30))],
    requests: [await addRequest(used, soon)],
  };
  await addToken(living, 'access', daysAgo(2));
  await addToken(dead, 'access', daysAgo(2));
  await addToken(dead, 'refresh', daysAgo(91));
  await addCode(dead, daysAgo(91));
  await addRequest(unused, daysAgo(2));
  await reap(jobs.services);
  const left = {
    tokens: (await db.oAuthToken.findMany()).map(({ tokenHash }) => tokenHash),
    codes: (await db.oAuthCode.findMany()).map(({ codeHash }) => codeHash),
    requests: (await db.oAuthRequest.findMany()).map(({ id }) => id),
  };
  for (const kind of ['tokens', 'codes', 'requests'] as const)
    assert.deepEqual(new Set(left[kind]), new Set(kept[kind]), kind);
  assert.deepEqual(
    (await db.oAuthGrant.findMany()).map(({ id }) => id),
    [living],
  );
  assert.deepEqual(new Set((await db.oAuthClient.findMany()).map(({ id }) => id)), new Set([used, fresh]));
});

test('sessions and sign-in links that ended, and counts of windows that passed, go', async () => {
  const { db } = jobs.services;
  const before = await db.session.count();
  const sessionOf = (expiresAt: Date) => ({
    id: newId('sess'),
    accountId: account.id,
    tokenHash: randomBytes(32).toString('hex'),
    expiresAt,
  });
  await db.session.createMany({ data: [sessionOf(daysAgo(1)), sessionOf(daysAgo(40))] });
  const linkOf = (identifier: string, expiresAt: Date) => ({ identifier, tokenHash: 'h', expiresAt });
  const soon = new Date(Date.now() + 60_000);
  await db.signInLink.createMany({
    data: [linkOf('old@example.org', daysAgo(1)), linkOf('new@example.org', soon)],
  });
  const windowOf = (subject: string, windowStart: Date) => ({ subject, windowStart, count: 1 });
  await db.paceWindow.createMany({ data: [windowOf('old', daysAgo(3)), windowOf('new', new Date())] });
  await reap(jobs.services);
  assert.equal(await db.session.count(), before);
  assert.deepEqual(
    (await db.signInLink.findMany()).map(({ identifier }) => identifier),
    ['new@example.org'],
  );
  assert.deepEqual(
    (await db.paceWindow.findMany()).map(({ subject }) => subject),
    ['new'],
  );
});
