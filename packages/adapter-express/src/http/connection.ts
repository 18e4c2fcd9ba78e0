import type { Socket } from 'node:net';
import type { Request } from 'express';

/** Whether nobody is there any more to take an answer. */
export const isGone = ({ socket }: Request): boolean => socket.destroyed || !socket.writable;

/** What is to be done when a connection closes. */
const closings = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls back once when the connection has closed, unless the function that it returns is called first. A response
 * tells of it only while it is the first in its connection: those of requests that were sent behind it, before it was
 * answered, would never hear.
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
