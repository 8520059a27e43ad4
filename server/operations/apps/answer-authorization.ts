// The person's answer to an app: a code, or access_denied. A request is answered once, by the session that opened it.
import { createHash } from 'node:crypto';
import { accountScope } from '../../contract/oauth-scope.ts';
import { newId } from '../../domain/ids.ts';
import { withAnswer } from '../../domain/oauth-redirect-uri.ts';
import { hashSecret, isSameSecret, newSecret } from '../../domain/secrets.ts';
import { AppError } from '../app-error.ts';
import type { Context } from '../context.ts';
import { requirePerson } from '../guard.ts';

const codeSeconds = 60;

export type ConsentAnswer = { requestId: string; csrfToken: string; approve: boolean };

const refuse = (message: string) => new AppError('forbidden', { message });

const stale = 'This question has expired or was already answered. Start again from the app.';

/** Returns the address to send the browser to. */
export const answerAuthorization = async (ctx: Context, answer: ConsentAnswer): Promise<string> => {
  const person = requirePerson(ctx);
  const { db, env } = ctx.services;
  const request = await db.oAuthRequest.findUnique({ where: { id: answer.requestId } });
  if (!request || request.accountId !== person.accountId || request.sessionId !== person.sessionId) {
    throw refuse(stale);
  }
  const csrfHash = createHash('sha256').update(answer.csrfToken).digest('hex');
  if (!isSameSecret(csrfHash, request.csrfHash))
    throw refuse('The form was not sent by this page. Start again.');

  const now = new Date();
  const code = newSecret('authorizationCode');
  await db.$transaction(async (tx) => {
    const { count } = await tx.oAuthRequest.updateMany({
      where: { id: request.id, answeredAt: null, expiresAt: { gt: now } },
      data: { answeredAt: now },
    });
    if (count === 0) throw refuse(stale);
    if (!answer.approve) return;
    await tx.oAuthClient.update({ where: { id: request.clientId }, data: { lastUsedAt: now } });
    await tx.oAuthGrant.create({
      data: {
        id: newId('grant'),
        accountId: person.accountId,
        clientId: request.clientId,
        redirectUri: request.redirectUri,
        resource: request.resource,
        scope: accountScope,
        codes: {
          create: {
            codeHash: hashSecret(code),
            redirectUri: request.redirectUri,
            codeChallenge: request.codeChallenge,
            resource: request.resource,
            expiresAt: new Date(now.getTime() + codeSeconds * 1000),
          },
        },
      },
    });
  });
  return withAnswer(request.redirectUri, {
    ...(answer.approve ? { code } : { error: 'access_denied', error_description: 'The person said no.' }),
    ...(request.state === null ? {} : { state: request.state }),
    iss: env.SITE_URL,
  });
};
