import type { Server } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { CannotRun } from '../errors/cannot-run.ts';

/** The addresses that a server is reachable at. */
export interface Address {
  readonly port: number;
  /** A URL to paste into a client. If the server listens on all addresses, this one uses the loopback address. */
  readonly url: string;
  /** Set when it listens on more than one address: "every address". */
  readonly everywhere: string | null;
}

/** The wildcard addresses, each with its loopback address. */
const EVERYWHERE: Readonly<Record<string, { readonly one: string; readonly everywhere: string }>> = {
  '0.0.0.0': { one: '127.0.0.1', everywhere: 'every IPv4 address' },
  '::': { one: '::1', everywhere: 'every address' },
};

/** Resolves when connections are accepted. Throws `CannotRun` for problems that the operator can fix. */
export function listen(server: Server, host: string, port: number): Promise<Address> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(explained(error, host, port));
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      const taken = server.address() as AddressInfo;
      const { everywhere = null } = EVERYWHERE[taken.address] ?? {};
      const listening = everywhere === null ? host : taken.address;
      resolve({ port: taken.port, url: urlOf(listening, taken.port), everywhere });
    });
  });
}

/** An address at which this machine can reach the server. */
export function urlOf(host: string, port: number): string {
  const { one } = EVERYWHERE[host] ?? { one: host };
  return `http://${isIPv6(one) ? `[${one}]` : one}:${port}`;
}

function explained(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new CannotRun(
        `Port ${port} on ${host} is in use. Stop the program that uses it, or set TANDEM_PORT to another port (0 takes any free one).`,
      );
    case 'EACCES':
      return new CannotRun(`This user may not listen on port ${port}. Set TANDEM_PORT to a port above 1023.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new CannotRun(
        `${host} is not an address of this machine. Set TANDEM_HOST to one of its addresses, such as 127.0.0.1.`,
      );
    default:
      return error;
  }
}
