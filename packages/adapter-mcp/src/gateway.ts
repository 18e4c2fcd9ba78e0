import type { IncomingMessage, ServerResponse } from 'node:http';

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

/**
 * Serves the tools over HTTP; it keeps no sessions. The protocol is loaded with the first request: a server that nobody
 * asks for tools starts sooner without it, and takes 15 MB less.
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
