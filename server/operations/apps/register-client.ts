// Anyone may register a public client (RFC 7591): it gets an id and nothing it could keep secret.
import { newId } from '../../domain/ids.ts';
import { readClientMetadata } from '../../domain/oauth-client-metadata.ts';
import type { Services } from '../context.ts';

export type RegisteredClient = { clientId: string; name: string; redirectUris: string[]; issuedAt: Date };

export const registerClient = async ({ db }: Services, metadata: unknown): Promise<RegisteredClient> => {
  const { name, redirectUris } = readClientMetadata(metadata);
  const client = await db.oAuthClient.create({
    data: { id: newId('app'), name, redirectUris, kind: 'registered' },
  });
  return { clientId: client.id, name, redirectUris, issuedAt: client.createdAt };
};
