import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Knows from now on which connections a server has. */
export function drainable(server: Server): { drain(timeoutMs: number): Promise<void> } {
  const connections = new Set<Socket>();
  server.on('connection', (connection) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  return {
    /**
     * Stops accepting, and resolves when every request in flight has its answer. Connections that still
     * stand after `timeoutMs` are cut.
     */
    drain: (timeoutMs) =>
      new Promise((resolve) => {
        const patience = setTimeout(() => server.closeAllConnections(), timeoutMs);
        server.close(() => {
          clearTimeout(patience);
          resolve();
        });
        // One over which nothing has come yet: Node waits for it as for a request.
        for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
        // A connection that its client keeps alive ends with the request that it carries now.
        server.keepAliveTimeout = 1;
        server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
      }),
  };
}
