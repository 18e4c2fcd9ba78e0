import type { IncomingMessage, ServerResponse } from 'node:http';
import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node';
import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server';
import { createClient, type Tandem } from '@tandem/client';
import type { Asked, McpOptions } from './asked.ts';
import { serverFor } from './server.ts';
import { toolNamed } from './tools/all.ts';

/** A placeholder that is never resolved: the requests stay in this process. */
const INSIDE = 'http://tandem.invalid';

/**
 * Handles protocol requests over HTTP, each on its own, for the protocol of 2026-07-28 and later and for
 * older ones.
 */
export function handlerOf({ version, onError }: McpOptions) {
  const handler = createMcpHandler(({ authInfo }) => serverFor(authInfo?.extra?.tandem as Tandem, version), {
    // Errors sent to a client are not logged by the server.
    onerror: () => undefined,
    maxSubscriptions: 0,
  });
  const answer = toNodeHandler(handler, onError && { onerror: onError });
  return async (
    req: IncomingMessage,
    res: ServerResponse,
    { body, key, fetch, named }: Asked,
  ): Promise<void> => {
    named(operationOf(body));
    // Temporary errors are returned to the client, which can decide whether to wait.
    const tandem = createClient({ url: INSIDE, key, fetch, tries: 1 });
    const auth: AuthInfo = { token: key, clientId: 'key', scopes: [], extra: { tandem } };
    await answer(Object.assign(req, { auth }) as NodeIncomingMessageLike, res, body);
  };
}

/** The operation of a request, from a fixed set of names. */
function operationOf(body: object): string {
  const { method, params } = body as { method?: unknown; params?: { name?: unknown } | null };
  if (method !== 'tools/call') return method === 'tools/list' ? 'mcp.tools' : 'mcp';
  return toolNamed(String(params?.name)) ? `mcp.${params?.name}` : 'mcp';
}
