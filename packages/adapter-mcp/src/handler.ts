import type { IncomingMessage, ServerResponse } from 'node:http';
import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node';
import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server';
import { createClient, type Tandem } from '@tandem/client';
import type { Asked, McpOptions } from './gateway.ts';
import { serverFor } from './server.ts';
import { toolNamed } from './tools/all.ts';

/** Nobody is reached there: the requests stay inside. */
const INSIDE = 'http://tandem.invalid';

/** Answers requests of the protocol over HTTP, each by itself, from 2026-07-28 on and as it was before. */
export function handlerOf({ version, onError }: McpOptions) {
  const handler = createMcpHandler(({ authInfo }) => serverFor(authInfo?.extra?.tandem as Tandem, version), {
    // What a client is refused is not worth a line in the log of the server.
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
    // What is refused for now is told to whoever calls, who knows whether to wait.
    const tandem = createClient({ url: INSIDE, key, fetch, tries: 1 });
    const auth: AuthInfo = { token: key, clientId: 'key', scopes: [], extra: { tandem } };
    await answer(Object.assign(req, { auth }) as NodeIncomingMessageLike, res, body);
  };
}

/** What a request asks for, by a name of ours. */
function operationOf(body: object): string {
  const { method, params } = body as { method?: unknown; params?: { name?: unknown } | null };
  if (method !== 'tools/call') return method === 'tools/list' ? 'mcp.tools' : 'mcp';
  return toolNamed(String(params?.name)) ? `mcp.${params?.name}` : 'mcp';
}
