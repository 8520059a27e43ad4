// The real MCP clients, versions 1 and 2 of the SDK, behind one face; each keeps its OAuth state in memory.
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
  UnauthorizedError as UnauthorizedV2,
} from '@modelcontextprotocol/client';
import { UnauthorizedError as UnauthorizedV1 } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Answerer } from './person-at-browser.ts';

type ToolAnswer = {
  isError?: boolean;
  structuredContent?: Record<string, unknown>;
  content: { type: string }[];
};
export type TestClient = {
  toolNames(): Promise<string[]>;
  call(name: string, args: object, onProgress?: (progress: number) => void): Promise<ToolAnswer>;
  close(): Promise<void>;
};

const metadata = {
  client_name: 'Test client',
  redirect_uris: ['http://127.0.0.1:8976/callback'],
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
};

/** What an app keeps between calls; asking for approval leaves the address here until the person answers. */
export class KeptOAuth {
  readonly redirectUrl = metadata.redirect_uris[0] ?? '';
  readonly clientMetadata = metadata;
  asked: URL | undefined;
  #client: unknown;
  #tokens: { access_token: string; refresh_token?: string } | undefined;
  #verifier = '';
  #discovery: unknown;

  state() {
    return 'the-state';
  }
  clientInformation() {
    return this.#client as never;
  }
  saveClientInformation(client: unknown) {
    this.#client = client;
  }
  tokens() {
    return this.#tokens as never;
  }
  saveTokens(tokens: unknown) {
    this.#tokens = tokens as { access_token: string; refresh_token?: string };
  }
  redirectToAuthorization(url: URL) {
    this.asked = url;
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  codeVerifier() {
    return this.#verifier;
  }
  saveDiscoveryState(state: unknown) {
    this.#discovery = state;
  }
  discoveryState() {
    return this.#discovery as never;
  }
  /** As an hour later: only the refresh token is good. */
  spoilAccessToken() {
    if (this.#tokens) this.#tokens = { ...this.#tokens, access_token: `pb_at_${'x'.repeat(43)}` };
  }
  get refreshToken() {
    return this.#tokens?.refresh_token;
  }
}

type Versioned = {
  connect: (
    url: URL,
    oauth: KeptOAuth | undefined,
  ) => Promise<TestClient & { finish: (callback: URL) => Promise<void> }>;
  isUnauthorized: (error: unknown) => boolean;
};

const about = { name: 'partbook-test', version: '1.0.0' };

const v1: Versioned = {
  isUnauthorized: (error) => error instanceof UnauthorizedV1,
  connect: async (url, oauth) => {
    const transport = new TransportV1(url, oauth ? { authProvider: oauth as never } : {});
    const client = new ClientV1(about);
    const finish = (callback: URL) => transport.finishAuth(callback.searchParams.get('code') ?? '');
    try {
      await client.connect(transport as never);
    } catch (error) {
      throw Object.assign(error as Error, { finish });
    }
    return {
      finish,
      toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: async (name, args, onProgress) =>
        (await client.callTool(
          { name, arguments: { ...args } },
          undefined,
          onProgress
            ? { onprogress: ({ progress }) => onProgress(progress), timeout: 120_000 }
            : { timeout: 120_000 },
        )) as ToolAnswer,
      close: () => client.close(),
    };
  },
};

const v2: Versioned = {
  isUnauthorized: (error) => error instanceof UnauthorizedV2,
  connect: async (url, oauth) => {
    const transport = new TransportV2(url, oauth ? { authProvider: oauth as never } : {});
    const client = new ClientV2(about, { versionNegotiation: { mode: 'auto' } });
    const finish = (callback: URL) => transport.finishAuth(callback.searchParams);
    try {
      await client.connect(transport);
    } catch (error) {
      throw Object.assign(error as Error, { finish });
    }
    return {
      finish,
      toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: async (name, args, onProgress) =>
        (await client.callTool(
          { name, arguments: { ...args } },
          onProgress
            ? { onprogress: ({ progress }) => onProgress(progress), timeout: 120_000 }
            : { timeout: 120_000 },
        )) as ToolAnswer,
      close: () => client.close(),
    };
  },
};

const versions = { v1, v2 };
export type ClientVersion = keyof typeof versions;

/** Connects, asking the person for approval when the server wants a credential for that. */
export const connectMcp = async (
  version: ClientVersion,
  url: string,
  oauth?: KeptOAuth,
  answer?: Answerer,
): Promise<TestClient> => {
  const { connect, isUnauthorized } = versions[version];
  const withApproval = async <T>(
    attempt: () => Promise<T>,
    finish: (callback: URL) => Promise<void>,
  ): Promise<T> => {
    try {
      return await attempt();
    } catch (error) {
      if (!isUnauthorized(error) || !oauth?.asked || !answer) throw error;
      await finish(await answer(oauth.asked));
      return attempt();
    }
  };
  let client: Awaited<ReturnType<Versioned['connect']>>;
  try {
    client = await connect(new URL(url), oauth);
  } catch (error) {
    if (!isUnauthorized(error) || !oauth?.asked || !answer) throw error;
    await (error as Error & { finish: (callback: URL) => Promise<void> }).finish(await answer(oauth.asked));
    client = await connect(new URL(url), oauth);
  }
  return {
    toolNames: () => client.toolNames(),
    close: () => client.close(),
    call: (name, args, onProgress) => withApproval(() => client.call(name, args, onProgress), client.finish),
  };
};
