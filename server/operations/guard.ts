// Who may: the first line of every operation.
import { AppError } from './app-error.ts';
import type { Actor, Context } from './context.ts';

/** Any credential acts on its own account only. */
export const accountOf = (ctx: Context): string => ctx.actor.accountId;

/** Keys, apps and billing are a person's own business: no key or token reaches them. */
export const requirePerson = (ctx: Context): Extract<Actor, { kind: 'person' }> => {
  if (ctx.actor.kind !== 'person') throw new AppError('forbidden');
  return ctx.actor;
};
