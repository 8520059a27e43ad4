// next-auth's adapter over our own tables: session tokens are stored hashed and provider tokens are not stored at all.
import type { Adapter, AdapterUser } from 'next-auth/adapters';
import type { Account } from '../db/generated/client.ts';
import type { Db } from '../db/client.ts';
import { newId } from '../domain/ids.ts';
import { sessionHash } from './session-cookie.ts';

const toUser = (account: Account): AdapterUser => ({
  id: account.id,
  email: account.email,
  emailVerified: account.emailVerified,
  name: account.name,
  image: account.image,
});
const userOrNull = (account: Account | null): AdapterUser | null => (account ? toUser(account) : null);
const emailForm = (email: string): string => email.trim().toLowerCase();

const people = (db: Db) => ({
  createUser: async (user: Omit<AdapterUser, 'id'>) => {
    const account = await db.account.create({
      data: {
        id: newId('acct'),
        email: emailForm(user.email),
        emailVerified: user.emailVerified,
        name: user.name ?? null,
        image: user.image ?? null,
      },
    });
    return toUser(account);
  },
  getUser: async (id: string) => userOrNull(await db.account.findUnique({ where: { id } })),
  getUserByEmail: async (email: string) =>
    userOrNull(await db.account.findUnique({ where: { email: emailForm(email) } })),
  getUserByAccount: async (link: { provider: string; providerAccountId: string }) => {
    const found = await db.providerLink.findUnique({
      where: {
        provider_providerAccountId: { provider: link.provider, providerAccountId: link.providerAccountId },
      },
      include: { account: true },
    });
    return userOrNull(found?.account ?? null);
  },
  updateUser: async (user: Partial<AdapterUser> & { id: string }) =>
    toUser(
      await db.account.update({
        where: { id: user.id },
        data: user.emailVerified === undefined ? {} : { emailVerified: user.emailVerified },
      }),
    ),
  linkAccount: async (link: { provider: string; providerAccountId: string; userId: string }) => {
    await db.providerLink.create({
      data: {
        provider: link.provider,
        providerAccountId: link.providerAccountId,
        accountId: link.userId,
      },
    });
  },
});

const sessions = (db: Db, userAgent: string | null) => ({
  createSession: async (session: { sessionToken: string; userId: string; expires: Date }) => {
    await db.session.create({
      data: {
        id: newId('sess'),
        tokenHash: sessionHash(session.sessionToken),
        accountId: session.userId,
        expiresAt: session.expires,
        userAgent: userAgent?.slice(0, 300) ?? null,
      },
    });
    return session;
  },
  getSessionAndUser: async (sessionToken: string) => {
    const found = await db.session.findUnique({
      where: { tokenHash: sessionHash(sessionToken) },
      include: { account: true },
    });
    if (!found) return null;
    return {
      session: { sessionToken, userId: found.accountId, expires: found.expiresAt },
      user: toUser(found.account),
    };
  },
  updateSession: async (session: { sessionToken: string; expires?: Date }) => {
    if (session.expires) {
      await db.session.updateMany({
        where: { tokenHash: sessionHash(session.sessionToken) },
        data: { expiresAt: session.expires },
      });
    }
    return null;
  },
  deleteSession: async (sessionToken: string) => {
    await db.session.deleteMany({ where: { tokenHash: sessionHash(sessionToken) } });
  },
});

const signInLinks = (db: Db) => ({
  /** next-auth hands over the token already hashed. */
  createVerificationToken: async (link: { identifier: string; token: string; expires: Date }) => {
    await db.signInLink.create({
      data: { identifier: emailForm(link.identifier), tokenHash: link.token, expiresAt: link.expires },
    });
    return link;
  },
  /** Deleting is the conditional update that makes a link work once. */
  useVerificationToken: async (link: { identifier: string; token: string }) => {
    const identifier = emailForm(link.identifier);
    const rows = await db.$queryRaw<{ expires_at: Date }[]>`
      DELETE FROM sign_in_links WHERE identifier = ${identifier} AND token_hash = ${link.token}
      RETURNING expires_at`;
    const row = rows[0];
    return row ? { identifier, token: link.token, expires: row.expires_at } : null;
  },
});

export const createAccountAdapter = (db: Db, userAgent: string | null): Adapter => ({
  ...people(db),
  ...sessions(db, userAgent),
  ...signInLinks(db),
});
