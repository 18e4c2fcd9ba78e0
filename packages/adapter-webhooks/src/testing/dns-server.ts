import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export interface DnsServer {
  /** For `Resolver.setServers`. */
  readonly address: string;
  /** The names queried, once per question. */
  readonly asked: readonly string[];
  readonly close: () => void;
}

const IPV4_TYPE = 1;

/** A DNS server that responds with IPv4 addresses, with NXDOMAIN for null, and not at all for undefined. */
export async function dnsServer(
  addressesOf: (name: string) => readonly string[] | null | undefined,
): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, { port, address }) => {
    const { name, end } = questionIn(query);
    asked.push(name);
    const found = addressesOf(name);
    if (found === undefined) return;
    const isIpv4 = query.readUInt16BE(end) === IPV4_TYPE;
    socket.send(answerTo(query.subarray(0, end + 4), isIpv4 ? found : found && []), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, asked, close: () => socket.close() };
}

function questionIn(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function answerTo(query: Buffer, addresses: readonly string[] | null): Buffer {
  const head = Buffer.from(query);
  head.writeUInt16BE(addresses ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(addresses?.length ?? 0, 6);
  // Authority and additional records: none.
  head.writeUInt32BE(0, 8);
  const records = (addresses ?? []).map((address) =>
    Buffer.from([0xc0, 12, 0, IPV4_TYPE, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([head, ...records]);
}
