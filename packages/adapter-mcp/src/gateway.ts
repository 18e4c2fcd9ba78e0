import type { IncomingMessage, ServerResponse } from 'node:http';
import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node';
import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server';
import { createClient, type Tandem } from '@tandem/client';
import { serverFor } from './server.ts';
import { toolNamed } from './tools/all.ts';

/** A request of a client, which has been let in. */
export interface Asked {
  /** The JSON object that it sent. */
  readonly body: object;
  /** Its key. */
  readonly key: string;
  /** Reaches the HTTP interface. */
  readonly fetch: typeof fetch;
  /** Tells the log what was asked for. */
  named(operation: string): void;
}

export interface McpOptions {
  /** Of Tandem, for clients. */
  readonly version: string;
  /** Told of what became a 500. */
  readonly onError?: ((error: Error) => void) | undefined;
}

/** What answers the protocol over HTTP at `path`, each request by itself. */
export interface McpGateway {
  readonly path: string;
  answer(req: IncomingMessage, res: ServerResponse, asked: Asked): Promise<void>;
}

/** Nobody is reached there: the requests stay inside. */
const INSIDE = 'http://tandem.invalid';

/** Serves the tools over HTTP, to clients of the protocol from 2026-07-28 on and to older ones; it keeps no sessions. */
export function mcpGateway({ version, onError }: McpOptions): McpGateway {
  const handler = createMcpHandler(({ authInfo }) => serverFor(authInfo?.extra?.tandem as Tandem, version), {
    // What a client is refused is not worth a line in the log of the server.
    onerror: () => undefined,
    maxSubscriptions: 0,
  });
  const answer = toNodeHandler(handler, onError && { onerror: onError });
  return {
    path: '/mcp',
    answer: async (req, res, { body, key, fetch, named }) => {
      named(operationOf(body));
      const tandem = createClient({ url: INSIDE, key, fetch, tries: 1 });
      const auth: AuthInfo = { token: key, clientId: 'key', scopes: [], extra: { tandem } };
      await answer(Object.assign(req, { auth }) as NodeIncomingMessageLike, res, body);
    },
  };
}

/** What a request asks for, by a name of ours. */
function operationOf(body: object): string {
  const { method, params } = body as { method?: unknown; params?: { name?: unknown } | null };
  if (method !== 'tools/call') return method === 'tools/list' ? 'mcp.tools' : 'mcp';
  return toolNamed(String(params?.name)) ? `mcp.${params?.name}` : 'mcp';
}
