import { BlockList, isIP } from 'node:net';

/** Returns true if an address may be connected to; false for text that is not an address. */
export type AddressRule = (address: string) => boolean;

/** IPv4 ranges outside the public internet, from IANA's special-purpose address registry. */
// biome-ignore format: a table
const CLOSED_IPV4 = [
  '0.0.0.0/8',         // this host
  '10.0.0.0/8',        // private
  '100.64.0.0/10',     // carrier-grade NAT; metadata of some clouds
  '127.0.0.0/8',       // loopback
  '168.63.129.16/32',  // metadata of Azure, on an address that looks public
  '169.254.0.0/16',    // link-local; metadata of most clouds
  '172.16.0.0/12',     // private
  '192.0.0.0/24',      // protocol assignments; metadata of Oracle Cloud
  '192.0.2.0/24',      // documentation
  '192.88.99.0/24',    // 6to4 relays
  '192.168.0.0/16',    // private
  '198.18.0.0/15',     // benchmarks
  '198.51.100.0/24',   // documentation
  '203.0.113.0/24',    // documentation
  '224.0.0.0/4',       // multicast
  '240.0.0.0/4',       // reserved and broadcast
];

/**
 * For IPv6 the list covers everything outside 2000::/3, the public range: `::`, ::1, old embeddings of IPv4 addresses,
 * unique local, link-local, site-local, multicast and unassigned ranges.
 */
// biome-ignore format: a table
const CLOSED_IPV6 = [
  '::/3',
  '2001::/23',         // protocol assignments; Teredo, which embeds an IPv4 address; benchmarks
  '2001:db8::/32',     // documentation
  '2002::/16',         // 6to4, which embeds an IPv4 address
  '3fff::/20',         // documentation
  '4000::/2',
  '8000::/1',
];

/**
 * Allows addresses of the public internet and of the given networks (CIDR). An IPv4 address embedded in IPv6 is treated
 * as that IPv4 address. Throws `TypeError` for an invalid network.
 */
export function addressRule(allowNets: readonly string[]): AddressRule {
  const closed = listOf([...CLOSED_IPV4, ...CLOSED_IPV6]);
  const opened = listOf(allowNets);
  return (text) => {
    const address = meantBy(text);
    return address !== null && (opened(address) || !closed(address));
  };
}

/** True for a network that can be allowed: `10.1.0.0/16`, `fd00::/8`, or a single address. */
export const isNetwork = (text: string): boolean => networkOf(text) !== null;

interface Address {
  readonly text: string;
  readonly family: 'ipv4' | 'ipv6';
}

/** One list per family: in a shared list, an IPv4 address would also match IPv6 networks that start with zeros. */
function listOf(networks: readonly string[]): (address: Address) => boolean {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const text of networks) {
    const network = networkOf(text);
    if (!network) {
      throw new TypeError(`${JSON.stringify(text)} is not a network; write it as 10.1.0.0/16 or fd00::/8`);
    }
    lists[network.family].addSubnet(network.text, network.prefix, network.family);
  }
  return ({ text, family }) => lists[family].check(text, family);
}

function networkOf(text: string): (Address & { prefix: number }) | null {
  const [, base = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const address = meantBy(base);
  // IPv4 embedded in IPv6 is treated as IPv4: such a network written as IPv6 would never match.
  if (!address || (address.family === 'ipv4') !== (isIP(base) === 4)) return null;
  const longest = address.family === 'ipv4' ? 32 : 128;
  const prefix = bits === undefined ? longest : Number(bits);
  return prefix <= longest ? { ...address, prefix } : null;
}

/** The address that a packet would reach; null if it is invalid or depends on the machine (a zone). */
function meantBy(text: string): Address | null {
  const family = text.includes('%') ? 0 : isIP(text);
  if (family === 0) return null;
  if (family === 4) return { text, family: 'ipv4' };
  const groups = groupsOf(text);
  const begin = groups.slice(0, 6).join(' ');
  if (!HOLDS_IPV4.has(begin)) return { text, family: 'ipv6' };
  const [high = 0, low = 0] = groups.slice(6);
  return { text: [high >> 8, high & 255, low >> 8, low & 255].join('.'), family: 'ipv4' };
}

/** ::ffff:0:0/96, which systems send as IPv4, and 64:ff9b::/96, by which IPv6-only networks reach IPv4. */
const HOLDS_IPV4 = new Set([[0, 0, 0, 0, 0, 0xffff].join(' '), [0x64, 0xff9b, 0, 0, 0, 0].join(' ')]);

/** The eight groups of an IPv6 address; the URL parser normalizes all notations. */
function groupsOf(address: string): number[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = canonical
    .split('::')
    .map((half) => half.split(':').flatMap((group) => (group === '' ? [] : [Number.parseInt(group, 16)])));
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}
