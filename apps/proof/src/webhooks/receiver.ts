import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A message as it was received. */
export interface Message {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** When it was received, in milliseconds of the monotonic clock. */
  readonly at: number;
}

/** An endpoint's reaction to a message. */
export type Behaviour = (response: ServerResponse, message: Message) => void;

export const accept: Behaviour = (response) => void response.writeHead(204).end();
export const answer =
  (code: number, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    void response.writeHead(code, headers).end('as it was told');
/** Accepts the message, and never responds. */
export const stall: Behaviour = () => undefined;

/** A real endpoint on 127.0.0.1. */
export interface Receiver {
  readonly url: string;
  readonly messages: readonly Message[];
  readonly connections: () => number;
  does(behaviour: Behaviour): void;
  /** Like a killed process: open connections are cut, and new ones are refused. */
  die(): Promise<void>;
  /** Starts again on the same port. */
  comeBack(): Promise<void>;
}

const running = new Set<() => Promise<void>>();

/** For `afterEach`. */
export async function endReceivers(): Promise<void> {
  await Promise.all([...running].map((end) => end()));
}

export async function receiver(first: Behaviour = accept): Promise<Receiver> {
  let behaviour = first;
  const messages: Message[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let server: Server;
  const listen = async (port: number) => {
    server = createServer(async (request, response) => {
      try {
        const body = (await buffer(request)).toString();
        const id = String(request.headers['webhook-id']);
        const message = { id, headers: request.headers, body, at: performance.now() };
        messages.push(message);
        behaviour(response, message);
      } catch {
        // The server went away while sending.
      }
    });
    server.on('connection', (socket) => {
      connections++;
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const die = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const port = await listen(0);
  running.add(die);
  return {
    url: `http://127.0.0.1:${port}/hook`,
    messages,
    connections: () => connections,
    does: (next) => {
      behaviour = next;
    },
    die,
    comeBack: async () => void (await listen(port)),
  };
}
