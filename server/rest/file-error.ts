// The answer of a file address that cannot be served: the contract's error body, cached nowhere.
import type { Services } from '../operations/context.ts';
import { newRequestId } from '../operations/new-request-id.ts';
import { errorResponse } from './error-response.ts';

export const fileError = (
  error: unknown,
  services: Pick<Services, 'env' | 'log'>,
  more: Readonly<Record<string, string>>,
): Response => {
  const requestId = newRequestId();
  const response = errorResponse(error, {
    siteUrl: services.env.SITE_URL,
    requestId,
    sentCredential: false,
    log: services.log,
  });
  const headers = { ...more, 'cache-control': 'no-store', 'x-request-id': requestId };
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
};
