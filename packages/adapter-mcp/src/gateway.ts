import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Asked, McpOptions } from './asked.ts';

/** Handles the protocol over HTTP at `path`, one request at a time without a session. */
export interface McpGateway {
  readonly path: string;
  answer(req: IncomingMessage, res: ServerResponse, asked: Asked): Promise<void>;
}

/**
 * Serves the tools over HTTP without sessions. The protocol's code is loaded with the first request, so that a server
 * without MCP clients starts faster and takes 15 MB less.
 */
export function mcpGateway(options: McpOptions): McpGateway {
  let loaded: Promise<McpGateway['answer']> | undefined;
  return {
    path: '/mcp',
    answer: async (req, res, asked) => {
      loaded ??= import('./handler.ts').then(({ handlerOf }) => handlerOf(options));
      await (await loaded)(req, res, asked);
    },
  };
}
