import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { JSONRPCMessage, JSONRPCRequest, RequestId, Transport } from '@modelcontextprotocol/server';
import type { Tandem } from '@tandem/client';

/** Time to finish pending requests after the input has ended. */
const LAST_ANSWERS_MS = 10_000;
/**
 * Time for pending `next_work` calls after the input has ended: they may return available work at once, but
 * the client is gone and must not be given later work.
 */
const LAST_WAITS_MS = 2_000;

/**
 * Serves the tools over standard input and output. Resolves when the input has ended and its requests are
 * answered.
 */
export async function serveMcpOnStdio(tandem: Tandem, version: string): Promise<void> {
  const [{ serveStdio, StdioServerTransport }, { serverFor }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('./server.ts'),
  ]);
  // The SDK's transport would close with its input and drop pending requests.
  const input = process.stdin.pipe(new PassThrough(), { end: false });
  const counting = countingRequests(new StdioServerTransport(input, process.stdout));
  const served = serveStdio(() => serverFor(tandem, version), { transport: counting.transport });
  await Promise.race([counting.closed, finished(process.stdin).catch(() => undefined)]);
  // The last lines are parsed in this turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  await counting.answered();
  await served.close();
}

/** A request that stays open as long as the connection. */
const LISTENING = 'subscriptions/listen';

/** Whether a request waits for work. */
const waits = ({ params }: JSONRPCRequest): boolean => params?.name === 'next_work';

/** Wraps a transport and counts its pending requests. */
function countingRequests(wire: Transport): {
  readonly transport: Transport;
  /** Resolves when responses can't be sent any more. */
  readonly closed: Promise<void>;
  /** Resolves when no request is pending, or the time is over. */
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
