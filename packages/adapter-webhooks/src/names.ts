import { lookup, Resolver } from 'node:dns/promises';

/** All addresses of a name. Rejects if there are none; may continue after `signal` aborts. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

export interface NameOptions {
  /** True to ask the system (hosts file, search domains) for names that the DNS does not have. */
  readonly systemNames: boolean;
  /** DNS servers to use instead of the system's: addresses, with `:port` unless it is 53. */
  readonly servers?: readonly string[] | undefined;
}

/**
 * Resolves names through the DNS. The system's resolver (`getaddrinfo`) occupies a thread until a name's server
 * responds, and there are only two threads: an endpoint with a slow server would delay all others. It is used only
 * where an internal name may lead to an allowed network: for names without a dot, and after the DNS reports no such
 * name.
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

/** Names that no DNS server has, by RFC 6761 and by convention. */
const isLocal = (name: string): boolean => !name.includes('.') || /\.localhost\.?$/.test(name);

const bySystem = async (name: string): Promise<string[]> =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/** Not a negative answer, and the system's resolver would wait for the same servers. */
const SLOW = new Set(['ETIMEOUT', 'ECANCELLED']);

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException | null)?.code);
