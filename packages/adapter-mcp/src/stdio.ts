import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { JSONRPCMessage, JSONRPCRequest, RequestId, Transport } from '@modelcontextprotocol/server';
import type { Tandem } from '@tandem/client';

/** How long what has been read is answered after the input has ended. */
const LAST_ANSWERS_MS = 10_000;
/** How long work is waited for then: what is ready is given at once, and whoever has gone must not be given what comes later. */
const LAST_WAITS_MS = 2_000;

/** Serves the tools over standard input and output, until the input ends and what came by it is answered; resolves then. */
export async function serveMcpOnStdio(tandem: Tandem, version: string): Promise<void> {
  const [{ serveStdio, StdioServerTransport }, { serverFor }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('./server.ts'),
  ]);
  // The transport of the SDK ends with its input, and whatever is under way with it.
  const input = process.stdin.pipe(new PassThrough(), { end: false });
  const counting = countingRequests(new StdioServerTransport(input, process.stdout));
  const served = serveStdio(() => serverFor(tandem, version), { transport: counting.transport });
  await Promise.race([counting.closed, finished(process.stdin).catch(() => undefined)]);
  // What was written last is read in this turn.
  await new Promise((resolve) => setImmediate(resolve));
  await counting.answered();
  await served.close();
}

/** A request that stays open for as long as the connection is. */
const LISTENING = 'subscriptions/listen';

/** Whether it is held until something comes. */
const waits = ({ params }: JSONRPCRequest): boolean => params?.name === 'next_work';

/** The same transport, which knows of the requests that are still to be answered. */
function countingRequests(wire: Transport): {
  readonly transport: Transport;
  /** Resolves when nothing can be answered any more. */
  readonly closed: Promise<void>;
  /** Resolves when none is left, or they have had their time. */
  answered(): Promise<void>;
} {
  const open = new Map<RequestId, JSONRPCRequest>();
  let isDone: (() => void) | undefined;
  let hasClosed: (() => void) | undefined;
  const closed = new Promise<void>((resolve) => {
    hasClosed = resolve;
  });
  const settled = (id: unknown) => {
    open.delete(id as RequestId);
    if (open.size === 0) isDone?.();
  };
  const cancel = (requestId: RequestId) => {
    transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
    settled(requestId);
  };
  const heard = (message: JSONRPCMessage) => {
    if (!('method' in message)) return;
    if ('id' in message && message.method !== LISTENING) open.set(message.id, message);
    if (message.method === 'notifications/cancelled') settled(message.params?.requestId);
  };
  const transport: Transport = {
    start: () => {
      wire.onmessage = (message, extra) => {
        heard(message);
        transport.onmessage?.(message, extra);
      };
      wire.onclose = () => {
        isDone?.();
        hasClosed?.();
        transport.onclose?.();
      };
      wire.onerror = (error) => transport.onerror?.(error);
      return wire.start();
    },
    send: async (message, options) => {
      await wire.send(message, options);
      if (!('method' in message)) settled(message.id);
    },
    close: () => wire.close(),
  };
  const answered = () =>
    new Promise<void>((resolve) => {
      const timers = [
        setTimeout(() => {
          for (const [id, request] of open) if (waits(request)) cancel(id);
        }, LAST_WAITS_MS),
        setTimeout(resolve, LAST_ANSWERS_MS),
      ];
      isDone = () => {
        for (const timer of timers) clearTimeout(timer);
        resolve();
      };
      if (open.size === 0) isDone();
    });
  return { transport, closed, answered };
}
