import type { Socket } from 'node:net';
import type { Request } from 'express';

/** Whether the client is gone and can't receive a response. */
export const isGone = ({ socket }: Request): boolean => socket.destroyed || !socket.writable;

/** Callbacks for the close of a connection. */
const closings = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls back once when the connection has closed, unless the returned function is called first. Response events are not
 * enough: only the first response in a connection reports the close, and pipelined requests behind it would never know.
 */
export function whenClosed({ socket }: Request, call: () => void): () => void {
  if (socket.destroyed) {
    call();
    return () => undefined;
  }
  let calls = closings.get(socket);
  if (!calls) {
    const all = new Set<() => void>();
    calls = all;
    closings.set(socket, all);
    // One listener, however many requests the connection carries.
    socket.once('close', () => {
      closings.delete(socket);
      for (const each of all) each();
    });
  }
  const noted = calls;
  noted.add(call);
  return () => {
    noted.delete(call);
  };
}
