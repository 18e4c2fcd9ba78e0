import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { World } from '../world.ts';

/**
 * A client that half-closes its connection before the response counts as gone. A storage outside of this process takes
 * a moment, so the end is delayed.
 */
const A_MOMENT_MS = process.env.TANDEM_TEST_STORAGE === 'postgres' ? 1_000 : 0;

type Served = Pick<World, 'server'>;

/**
 * Sends exactly these bytes over a new connection and ends it; returns all bytes received until the server closes it.
 * Complete requests get a response, but nothing queued behind them.
 */
export const raw = (served: Served, ...parts: readonly string[]): Promise<string> =>
  exchanged(served, parts, true);

/** The same without ending: the last request must make the server close the connection. */
export const pipelined = (served: Served, ...parts: readonly string[]): Promise<string> =>
  exchanged(served, parts, false);

async function exchanged({ server }: Served, parts: readonly string[], end: boolean): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const answer: Buffer[] = [];
  socket.on('data', (part: Buffer) => answer.push(part));
  // A server that rejects the request may close the connection early: data received before that counts.
  socket.on('error', () => undefined);
  socket.write(Buffer.from(parts.join(''), 'latin1'));
  if (end && A_MOMENT_MS > 0) {
    await Promise.race([new Promise((resolve) => socket.once('data', resolve)), pause(A_MOMENT_MS)]);
  }
  if (end) socket.end();
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(answer).toString('latin1');
}

/** The statuses of the responses on one connection; a status line may follow a body without a line end. */
export const statusesIn = (answers: string): number[] =>
  [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

/** A request line with headers and the blank line. */
export const head = (line: string, ...headers: readonly string[]): string =>
  [line, ...headers, '', ''].join('\r\n');
