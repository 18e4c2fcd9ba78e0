import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Tracks a server's open connections from now on. */
export function drainable(server: Server): { drain(timeoutMs: number): Promise<void> } {
  const connections = new Set<Socket>();
  server.on('connection', (connection) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  return {
    /**
     * Stops accepting connections and resolves when every request in flight has its response. Connections still open
     * after `timeoutMs` are cut.
     */
    drain: (timeoutMs) =>
      new Promise((resolve) => {
        const patience = setTimeout(() => server.closeAllConnections(), timeoutMs);
        server.close(() => {
          clearTimeout(patience);
          resolve();
        });
        // A connection without any request yet: Node would wait for it.
        for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
        // A keep-alive connection closes after its current request.
        server.keepAliveTimeout = 1;
        server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
      }),
  };
}
