// The MCP server of one request: eleven tools, one resource, one prompt; it holds nothing between requests.
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type McpTool, type McpToolName, mcpToolNames, mcpTools } from '../contract/mcp-tools.ts';
import type { Actor, Services } from '../operations/context.ts';
import { practisePrompt } from './practise-prompt.ts';
import { runTool } from './run-tool.ts';
import { capabilitiesOf } from './tool-handlers.ts';
import { toolSchemas } from './tool-schema.ts';

export type Caller = { services: Services; actor: Actor; requestId: string };

const instructions = `Partbook splits songs into stems (vocals, instrumental, drums, bass, guitar, piano, other) and opens them in a browser practice room.
Typical course: split_songs with public links → share open_url at once → get_split or get_batch with wait_seconds until status is done → hand over the stem links. Splitting costs monthly splits or credits: look into list_my_songs first when a song may already be there. get_capabilities and get_task_url need no account; everything else acts on the account of the credential.`;

/** The lists never change while a server runs and are the same for everybody. */
const listHint = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

const securityOf = (tool: McpTool) =>
  tool.credential === 'none' ? [{ type: 'noauth' }] : [{ type: 'oauth2', scopes: ['account'] }];

const shownTools = new Map(mcpToolNames.map((name) => [name, toolSchemas(mcpTools[name])]));

const registerTool = (server: McpServer, name: McpToolName, caller: Caller): void => {
  const tool: McpTool = mcpTools[name];
  const schemas = shownTools.get(name) ?? toolSchemas(tool);
  server.registerTool(
    name,
    {
      title: tool.title,
      description: tool.description,
      inputSchema: schemas.input,
      outputSchema: schemas.output,
      annotations: { title: tool.title, ...tool.annotations },
      _meta: { securitySchemes: securityOf(tool) },
    },
    (args, exchange) => runTool({ ...caller, signal: exchange.mcpReq.signal }, name, args, exchange),
  );
};

const registerCapabilities = (server: McpServer, { services }: Caller): void => {
  const uri = `${services.env.SITE_URL}/mcp/capabilities`;
  server.registerResource(
    'capabilities',
    uri,
    {
      title: 'What Partbook can do',
      description: 'Models with their stems, plans, limits, formats and links; the same as get_capabilities.',
      mimeType: 'application/json',
      cacheHint: listHint,
    },
    () => ({
      contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(capabilitiesOf(services)) }],
    }),
  );
};

const registerPractise = (server: McpServer): void => {
  server.registerPrompt(
    'practise_a_song',
    {
      title: 'Practise a song',
      description: 'Splits a song and opens it in the practice room with your part muted.',
      argsSchema: z.object({
        audio_url: z.string().meta({ description: 'A public link to the song.' }),
        part: z.string().optional().meta({ description: 'The part you play or sing, for example vocals.' }),
      }),
    },
    ({ audio_url, part }) => practisePrompt(audio_url, part),
  );
};

export const buildServer = (caller: Caller): McpServer => {
  const server = new McpServer(
    { name: 'partbook', title: 'Partbook', version: '1.0.0', websiteUrl: caller.services.env.SITE_URL },
    {
      instructions,
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
      },
      cacheHints: {
        'tools/list': listHint,
        'prompts/list': listHint,
        'resources/list': listHint,
        'resources/templates/list': listHint,
        'server/discover': listHint,
      },
    },
  );
  for (const name of mcpToolNames) registerTool(server, name, caller);
  registerCapabilities(server, caller);
  registerPractise(server);
  return server;
};
