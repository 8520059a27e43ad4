// Finds the app behind a client id: one that registered, or one whose id is the address of its own document.
import type { OAuthClient } from '../../db/generated/client.ts';
import { looksLikeId } from '../../domain/ids.ts';
import { isDocumentId, readClientMetadata } from '../../domain/oauth-client-metadata.ts';
import { FetchRefused } from '../../ingest/ingest.ts';
import { OAuthError } from '../../contract/oauth-error.ts';
import type { Services } from '../context.ts';

const freshMs = 10 * 60_000;
const documentBytes = 16 * 1024;
const documentTimeoutMs = 5_000;

/** What the token and revocation endpoints need: no document is fetched for them. */
export const findKnownClient = async ({ db }: Services, clientId: string): Promise<OAuthClient | null> =>
  looksLikeId(clientId, 'app') || isDocumentId(clientId)
    ? db.oAuthClient.findUnique({ where: { id: clientId } })
    : null;

const refuse = (sentence: string) => new OAuthError('invalid_client', sentence);

const parseDocument = (text: string): Record<string, unknown> => {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) {
      return json as Record<string, unknown>;
    }
  } catch {
    // falls through: the same sentence for both
  }
  throw refuse('The document at its client_id is not a JSON object.');
};

const fetchDocument = async ({ ingest, log }: Services, clientId: string): Promise<string> => {
  try {
    return await ingest.fetchDocument(clientId, {
      maxBytes: documentBytes,
      signal: AbortSignal.timeout(documentTimeoutMs),
    });
  } catch (error) {
    log.info('client_document_refused', { client_id: clientId, error });
    const reason = error instanceof FetchRefused ? 'cannot be fetched from here' : 'did not answer in time';
    throw refuse(`The document at its client_id ${reason}.`);
  }
};

const storeDocument = async (services: Services, clientId: string): Promise<OAuthClient> => {
  const document = parseDocument(await fetchDocument(services, clientId));
  if (document['client_id'] !== clientId) {
    throw refuse('The document at its client_id names another client_id.');
  }
  const { name, redirectUris } = readClientMetadata(document);
  const data = { name, redirectUris, kind: 'document', fetchedAt: new Date() };
  return services.db.oAuthClient.upsert({
    where: { id: clientId },
    create: { id: clientId, ...data },
    update: data,
  });
};

/**
 * For the authorization endpoint. Only for a signed-in person (`mayFetch`) is a document fetched, so that strangers
 * cannot make the server fetch addresses; returns 'sign_in_first' when that is what is missing.
 */
export const findClient = async (
  services: Services,
  clientId: string,
  mayFetch: boolean,
): Promise<OAuthClient | 'sign_in_first'> => {
  const known = await findKnownClient(services, clientId);
  if (known && known.kind === 'registered') return known;
  if (!isDocumentId(clientId)) throw refuse('No app is known by this client_id. It has to register again.');
  if (known?.fetchedAt && Date.now() - known.fetchedAt.getTime() < freshMs) return known;
  return mayFetch ? storeDocument(services, clientId) : 'sign_in_first';
};
