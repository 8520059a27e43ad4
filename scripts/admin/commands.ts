// The operator's verbs: what each takes, says and does.
import { makeSignInLink } from '../../server/auth/sign-in-link.ts';
import { planId } from '../../server/contract/plans.ts';
import type { Db } from '../../server/db/client.ts';
import type { Env } from '../../server/env.ts';
import { changeCredits } from '../../server/operations/admin/change-credits.ts';
import { endAccountSessions } from '../../server/operations/admin/end-account-sessions.ts';
import { findAccount } from '../../server/operations/admin/find-account.ts';
import { listAccountKeys } from '../../server/operations/admin/list-account-keys.ts';
import { listAccounts } from '../../server/operations/admin/list-accounts.ts';
import { revokeAnyKey } from '../../server/operations/admin/revoke-any-key.ts';
import { setPlan } from '../../server/operations/admin/set-plan.ts';

export class UsageError extends Error {}

export type AdminCommand = {
  usage: string;
  does: string;
  run: (place: { db: Db; env: Env }, args: readonly string[]) => Promise<unknown>;
};

const accountsShown = 1000;

const need = (args: readonly string[], index: number, what: string): string => {
  const value = args[index];
  if (value === undefined) throw new UsageError(`${what} is missing.`);
  return value;
};

const creditChange = (text: string): number => {
  if (!/^[+-]\d{1,6}$/.test(text) || Number(text) === 0) {
    throw new UsageError(`“${text}” is no change of credits. Write +5 or -2.`);
  }
  return Number(text);
};

export const adminCommands: Readonly<Record<string, AdminCommand>> = {
  accounts: {
    usage: 'accounts [before-id]',
    does: `the newest ${accountsShown} accounts, or those before an id`,
    run: ({ db }, args) =>
      listAccounts(db, { limit: accountsShown, ...(args[0] ? { before: args[0] } : {}) }),
  },
  plan: {
    usage: 'plan <email> free|pro',
    does: 'puts an account on a plan',
    run: ({ db }, args) => {
      const email = need(args, 0, 'The e-mail address');
      const plan = planId.safeParse(need(args, 1, 'The plan'));
      if (!plan.success) throw new UsageError(`“${args[1]}” is no plan. Plans are free and pro.`);
      return setPlan(db, { email, plan: plan.data });
    },
  },
  credits: {
    usage: 'credits <email> +5|-2',
    does: 'adds credits to an account or takes them',
    run: ({ db }, args) => {
      const email = need(args, 0, 'The e-mail address');
      return changeCredits(db, { email, change: creditChange(need(args, 1, 'The change')) });
    },
  },
  keys: {
    usage: 'keys <email>',
    does: 'the API keys of an account',
    run: ({ db }, args) => listAccountKeys(db, { email: need(args, 0, 'The e-mail address') }),
  },
  'revoke-key': {
    usage: 'revoke-key <key-id>',
    does: 'revokes a key, whoever owns it',
    run: ({ db }, args) => revokeAnyKey(db, { keyId: need(args, 0, 'The key’s id') }),
  },
  'sign-out': {
    usage: 'sign-out <email>',
    does: 'ends every session of an account',
    run: ({ db }, args) => endAccountSessions(db, { email: need(args, 0, 'The e-mail address') }),
  },
  'sign-in-link': {
    usage: 'sign-in-link <email>',
    does: 'a link that signs an account in, once, for 15 minutes',
    run: async ({ db, env }, args) => {
      const { email } = await findAccount(db, need(args, 0, 'The e-mail address'));
      const { url, row } = makeSignInLink(env, email);
      await db.signInLink.create({ data: row });
      return { email, url };
    },
  },
};
