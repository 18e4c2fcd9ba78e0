import { lookup, Resolver } from 'node:dns/promises';

/** All addresses of a name. Rejects when there are none; may go on for longer than `signal` lets anybody wait. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

export interface NameOptions {
  /** Whether names that the DNS does not have are asked of the system, which has a hosts file and search domains. */
  readonly systemNames: boolean;
  /** Instead of the servers of the system: addresses, with `:port` where it is not 53. */
  readonly servers?: readonly string[] | undefined;
}

/**
 * Names by the DNS. The system's own way (`getaddrinfo`) holds a thread for as long as the server of a name takes,
 * and there are two: an endpoint with a slow one would keep all other endpoints waiting. It is asked only where a name
 * of the inside may lead to an open network: for a name without a dot, and when the DNS says no.
 */
export function nameResolver({ systemNames, servers }: NameOptions): Resolve {
  return async (name, signal) => {
    if (systemNames && isLocal(name)) return bySystem(name);
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const addresses = found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (addresses.length > 0) return addresses;
      const failures = found.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
      const slow = failures.find((failure) => SLOW.has(codeOf(failure)));
      if (slow === undefined && systemNames) return await bySystem(name);
      throw slow ?? failures.find((failure) => codeOf(failure) !== 'ENODATA') ?? failures[0];
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}

/** Names that no server of the DNS has, by RFC 6761 and by custom. */
const isLocal = (name: string): boolean => !name.includes('.') || /\.localhost\.?$/.test(name);

const bySystem = async (name: string): Promise<string[]> =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/** Nobody has said no yet; the system would wait for the same answer. */
const SLOW = new Set(['ETIMEOUT', 'ECANCELLED']);

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException | null)?.code);
