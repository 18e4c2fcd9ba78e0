import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { World } from '../world.ts';

/**
 * Whoever ends its side while an answer is still made is taken for gone. A storage outside of this process takes a moment,
 * and is given it.
 */
const A_MOMENT_MS = process.env.TANDEM_TEST_STORAGE === 'postgres' ? 1_000 : 0;

type Served = Pick<World, 'server'>;

/**
 * Sends these very bytes over a connection of their own and ends it; answers all that comes back until the
 * server has closed it, byte for byte. What is whole by then is answered, but nothing that waits behind it.
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
  // A server that refuses may cut the connection before all is written: what it said before counts.
  socket.on('error', () => undefined);
  socket.write(Buffer.from(parts.join(''), 'latin1'));
  if (end && A_MOMENT_MS > 0) {
    await Promise.race([new Promise((resolve) => socket.once('data', resolve)), pause(A_MOMENT_MS)]);
  }
  if (end) socket.end();
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(answer).toString('latin1');
}

/** The statuses of the answers that came over one connection; one begins where a body without a line end stops. */
export const statusesIn = (answers: string): number[] =>
  [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

/** A request line with headers, ended. */
export const head = (line: string, ...headers: readonly string[]): string =>
  [line, ...headers, '', ''].join('\r\n');
