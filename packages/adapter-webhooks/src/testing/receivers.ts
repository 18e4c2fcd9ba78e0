import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import type { DeliveryAttempt } from '@tandem/core';
import type { Certificate } from './certificate.ts';

/** A received message. */
export interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Receiver {
  readonly port: number;
  readonly received: readonly Received[];
  /** The number of connections that were opened to it. */
  readonly connections: () => number;
}

const running = new Set<{ server: Server; sockets: Set<Socket> }>();

/** For `afterEach`: closes all receivers and their connections. */
export async function endReceivers(): Promise<void> {
  for (const { server, sockets } of running) {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  }
  running.clear();
}

/** An HTTP server on a free port of 127.0.0.1; over TLS if a certificate is given. */
export async function receiver(
  answer: (received: Received, response: ServerResponse) => void = (_, response) =>
    void response.writeHead(204).end(),
  certificate?: Certificate,
): Promise<Receiver> {
  const received: Received[] = [];
  const listener: RequestListener = async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    const message = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
    received.push(message);
    answer(message, response);
  };
  const server = certificate ? createSecureServer({ ...certificate }, listener) : createServer(listener);
  return { ...(await listening(server)), received };
}

/** A server that hands raw connections to `use`. */
export async function rawReceiver(
  use: (socket: Socket) => void,
): Promise<Pick<Receiver, 'port' | 'connections'>> {
  return listening(createTcpServer(use));
}

async function listening(server: Server): Promise<Pick<Receiver, 'port' | 'connections'>> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  running.add({ server, sockets });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

/** The secret in the examples of Standard Webhooks. */
export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** Options that allow the receivers of these tests. */
export const TO_LOOPBACK = {
  allowHttp: true,
  allowNets: ['127.0.0.0/8'],
  resolve: async () => ['127.0.0.1'],
};

export const attemptAt = (url: string, change: Partial<DeliveryAttempt> = {}): DeliveryAttempt => ({
  url,
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: Date.now(),
  body: '{"type":"task.created","data":{"id":"1"}}',
  secrets: [SECRET],
  ...change,
});
