// /oauth/authorize (RFC 6749 section 4.1): GET asks the person, POST carries their answer back to the app.
import { isOwnOrigin, readSession } from '../auth/session.ts';
import type { OAuthError } from '../contract/oauth-error.ts';
import { getServices } from '../deps.ts';
import { answerAuthorization } from '../operations/apps/answer-authorization.ts';
import { openAuthorization } from '../operations/apps/open-authorization.ts';
import { redirectWithError } from '../operations/apps/redirect-with-error.ts';
import { AppError } from '../operations/app-error.ts';
import type { Services } from '../operations/context.ts';
import { consentPage } from './consent-page.ts';
import { readForm, readParameters } from './read-parameters.ts';
import { refusalPage } from './refusal-page.ts';

/** 303 so that the browser follows with GET; the address may hold a code and is never stored or passed on. */
const seeOther = (location: string): Response =>
  new Response(null, {
    status: 303,
    headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  });

const signInFirst = (siteUrl: string, query: URLSearchParams): Response => {
  const back = `/oauth/authorize?${query.toString()}`;
  return seeOther(`${siteUrl}/signin?${new URLSearchParams({ callbackUrl: back }).toString()}`);
};

const cannotConnect = (error: OAuthError): Response =>
  refusalPage('This app cannot be connected', `${error.message} Tell the people who make the app.`, 400);

const ask = async (services: Services, request: Request): Promise<Response> => {
  const query = new URL(request.url).searchParams;
  const { values, duplicates } = readParameters(query);
  const session = await readSession(services, request);
  const opened = await openAuthorization(services, session?.actor ?? null, values, duplicates);
  const { SITE_URL } = services.env;
  switch (opened.outcome) {
    case 'page':
      return cannotConnect(opened.error);
    case 'redirect':
      return seeOther(redirectWithError(services, opened.redirectUri, opened.error, values['state']));
    case 'sign_in':
      return signInFirst(SITE_URL, query);
    case 'consent':
      if (!session) return signInFirst(SITE_URL, query);
      return consentPage({ consent: opened.consent, email: session.account.email, siteUrl: SITE_URL });
  }
};

/** With no-referrer, browsers send "null" as the form's origin; then Sec-Fetch-Site tells what it was. */
const cameFromHere = (services: Services, request: Request): boolean => {
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  if (origin === null) return site === null || site === 'same-origin';
  return isOwnOrigin(services, request) || (origin === 'null' && site === 'same-origin');
};

const answer = async (services: Services, request: Request): Promise<Response> => {
  const foreign = refusalPage('That did not come from Partbook', 'Start again from the app.', 403);
  if (!cameFromHere(services, request)) return foreign;
  const session = await readSession(services, request);
  if (!session) return refusalPage('You are signed out', 'Sign in and start again from the app.', 403);
  const form = await readForm(request);
  const decision = form['decision'];
  if (decision !== 'approve' && decision !== 'deny') return foreign;
  const location = await answerAuthorization(
    { services, actor: session.actor, requestId: request.headers.get('x-request-id') ?? '' },
    {
      requestId: form['request_id'] ?? '',
      csrfToken: form['csrf_token'] ?? '',
      approve: decision === 'approve',
    },
  );
  return seeOther(location);
};

const served =
  (handle: (services: Services, request: Request) => Promise<Response>) =>
  async (request: Request): Promise<Response> => {
    const services = await getServices();
    try {
      return await handle(services, request);
    } catch (error) {
      if (error instanceof AppError) return refusalPage('This cannot be answered', error.message, 403);
      if (error instanceof Error && error.name === 'OAuthError') {
        return refusalPage('This cannot be read', error.message, 400);
      }
      services.log.error('oauth_failed', { endpoint: 'authorize', error });
      return refusalPage('Something went wrong', 'It is on our side. Start again from the app.', 500);
    }
  };

export const serveAuthorize = served(ask);
export const serveConsentAnswer = served(answer);

export const authorizeWrongMethod = (): Response =>
  new Response(null, { status: 405, headers: { allow: 'GET, POST', 'cache-control': 'no-store' } });
