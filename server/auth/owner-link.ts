// The owner of a self-hosted box: a Pro account whose one-time link the start command prints.
import { openDb } from '../db/client.ts';
import { newId } from '../domain/ids.ts';
import { readEnv } from '../env.ts';
import { createSignInLink } from './sign-in-link.ts';

export const createOwnerLink = async (): Promise<string> => {
  const env = readEnv();
  const db = openDb(env.DATABASE_URL, 2);
  try {
    const email = env.OWNER_EMAIL.toLowerCase();
    await db.account.upsert({
      where: { email },
      create: { id: newId('acct'), email, emailVerified: new Date(), name: 'Owner', plan: 'pro' },
      update: {},
    });
    return await createSignInLink(db, env, email);
  } finally {
    await db.$disconnect();
  }
};
