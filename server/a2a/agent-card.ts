// The agent card (A2A 1.0 section 8): what this agent does, where it is and how to be let in.
import { createHash } from 'node:crypto';
import { accountScope } from '../contract/oauth-scope.ts';
import { limits } from '../contract/limits.ts';
import { modelIds, products } from '../contract/models.ts';
import { getServices } from '../deps.ts';

export const outputModes = ['audio/mpeg', 'audio/wav', 'text/plain'] as const;
const inputModes = ['text/plain', 'application/json', 'audio/*'];

const modelWords = modelIds
  .map(
    (id) =>
      `${id} (${products[id].stems.join(', ')}${products[id].plan === 'pro' ? '; Pro or one credit a song' : ''})`,
  )
  .join(', ');

const securitySchemes = (siteUrl: string) => ({
  apiKey: {
    httpAuthSecurityScheme: {
      scheme: 'Bearer',
      bearerFormat: 'API key',
      description: `A key that the person makes at ${siteUrl}/developers.`,
    },
  },
  oauth: {
    oauth2SecurityScheme: {
      description: 'OAuth 2.1 with PKCE; apps register themselves.',
      flows: {
        authorizationCode: {
          authorizationUrl: `${siteUrl}/oauth/authorize`,
          tokenUrl: `${siteUrl}/oauth/token`,
          refreshUrl: `${siteUrl}/oauth/token`,
          scopes: { [accountScope]: 'Split songs and use the library of the person who approves.' },
          pkceRequired: true,
        },
      },
      oauth2MetadataUrl: `${siteUrl}/.well-known/oauth-authorization-server`,
    },
  },
});

const agentCard = (siteUrl: string) => ({
  name: 'Partbook',
  description:
    'Splits songs into stems (vocals, drums, bass, guitar, piano, other) and opens them in a browser practice room.',
  version: '1.0.0',
  provider: { organization: 'Partbook', url: siteUrl },
  documentationUrl: `${siteUrl}/docs/a2a`,
  supportedInterfaces: [{ url: `${siteUrl}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: false },
  securitySchemes: securitySchemes(siteUrl),
  securityRequirements: [
    { schemes: { apiKey: { list: [] } } },
    { schemes: { oauth: { list: [accountScope] } } },
  ],
  defaultInputModes: inputModes,
  defaultOutputModes: [...outputModes],
  skills: [
    {
      id: 'split-songs',
      name: 'Split songs into stems',
      description: `Send 1 to ${limits.batchSize} public links to songs: as url parts, inside text, or as a data part {audio_urls, model}. Models: ${modelWords}. Every stem comes back as an artifact with a link to its MP3 (and WAV on Pro). A song costs one split of the person's monthly allowance, or one credit.`,
      tags: ['music', 'audio', 'stems', 'vocal remover', 'karaoke', 'practice'],
      examples: [
        'Split https://example.org/song.mp3 into vocals and instrumental.',
        '{"audio_urls": ["https://example.org/song.mp3"], "model": "fast"}',
      ],
      inputModes,
      outputModes: [...outputModes],
    },
  ],
});

export const serveAgentCard = async (request: Request): Promise<Response> => {
  const { env } = await getServices();
  const body = JSON.stringify(agentCard(env.SITE_URL));
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=300',
    etag,
    'access-control-allow-origin': '*',
  };
  const known = (request.headers.get('if-none-match') ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(etag) || known.includes('*')) return new Response(null, { status: 304, headers });
  return new Response(body, { headers });
};
