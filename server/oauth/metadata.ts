// What an app reads before anything else: RFC 8414 for the server, RFC 9728 for each resource.
import { accountScope } from '../contract/oauth-scope.ts';
import type { ResourcePath } from '../contract/resources.ts';
import { getServices } from '../deps.ts';
import { openJson, preflight, wrongMethod } from './oauth-answer.ts';

const cached = { 'cache-control': 'public, max-age=300' };

const serverMetadata = (siteUrl: string) => ({
  issuer: siteUrl,
  authorization_endpoint: `${siteUrl}/oauth/authorize`,
  token_endpoint: `${siteUrl}/oauth/token`,
  registration_endpoint: `${siteUrl}/oauth/register`,
  revocation_endpoint: `${siteUrl}/oauth/revoke`,
  scopes_supported: [accountScope],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  service_documentation: `${siteUrl}/docs/oauth`,
});

const names: Readonly<Record<ResourcePath | '', string>> = {
  '': 'Partbook',
  '/api/v1': 'Partbook REST API',
  '/mcp': 'Partbook MCP server',
  '/mcp/account': 'Partbook MCP server',
  '/a2a': 'Partbook agent',
};

const resourceMetadata = (siteUrl: string, path: ResourcePath | '') => ({
  resource: siteUrl + path,
  authorization_servers: [siteUrl],
  scopes_supported: [accountScope],
  bearer_methods_supported: ['header'],
  resource_name: names[path],
  resource_documentation: `${siteUrl}/docs`,
});

export const serveServerMetadata = async (): Promise<Response> =>
  openJson(serverMetadata((await getServices()).env.SITE_URL), 200, cached);

const serveResource = (path: ResourcePath | '') => async (): Promise<Response> =>
  openJson(resourceMetadata((await getServices()).env.SITE_URL, path), 200, cached);

export const serveSiteResource = serveResource('');
export const serveApiResource = serveResource('/api/v1');
export const serveMcpResource = serveResource('/mcp');
export const serveMcpAccountResource = serveResource('/mcp/account');
export const serveAgentResource = serveResource('/a2a');

export const metadataPreflight = preflight('GET');
export const metadataWrongMethod = wrongMethod('GET');
