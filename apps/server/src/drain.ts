import type { Server } from 'node:http';

/**
 * Stops accepting, and resolves when every request in flight has its answer. Connections that still stand
 * after `timeoutMs` are cut.
 */
export function drain(server: Server, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const patience = setTimeout(() => server.closeAllConnections(), timeoutMs);
    server.close(() => {
      clearTimeout(patience);
      resolve();
    });
    // A connection that its client keeps alive ends with the request that it carries now.
    server.keepAliveTimeout = 1;
    server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  });
}
