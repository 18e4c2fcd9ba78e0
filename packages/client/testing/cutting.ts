import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * The fate of a request: its connection is cut before the service receives it, or after the service has responded but
 * before the client receives any of it; or it is passed on.
 */
export type Fate = 'cut before' | 'cut after' | 'passed on';

export interface Cutting {
  readonly url: string;
  /** Sets the fates of the next requests, in order; all others are passed on. */
  next(...fates: readonly Fate[]): void;
  /** Number of requests received. */
  count(): number;
  /** Cuts responses in progress. */
  cutStreams(): void;
  stop(): Promise<void>;
}

/** A proxy in front of a service that cuts connections. */
export async function cutting(target: string): Promise<Cutting> {
  let fates: Fate[] = [];
  let count = 0;
  const streams = new Set<ServerResponse>();
  const pass = async (incoming: IncomingMessage, answer: ServerResponse) => {
    count++;
    const fate = fates.shift() ?? 'passed on';
    const body = await buffer(incoming);
    if (fate === 'cut before') {
      answer.socket?.destroy();
      return;
    }
    const { method, headers } = incoming;
    const passed = request(new URL(incoming.url ?? '/', target), { method, headers }, async (answered) => {
      if (fate === 'cut after') {
        await buffer(answered);
        answer.socket?.destroy();
        return;
      }
      answer.writeHead(answered.statusCode ?? 500, answered.headers);
      streams.add(answer.once('close', () => streams.delete(answer)));
      answered.pipe(answer);
    });
    passed.once('error', () => answer.socket?.destroy());
    answer.once('close', () => passed.destroy());
    passed.end(body);
  };
  const server = createServer((incoming, answer) => {
    pass(incoming, answer).catch(() => answer.socket?.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: (...those) => {
      fates = [...those];
    },
    count: () => count,
    cutStreams: () => {
      for (const stream of streams) stream.socket?.destroy();
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
