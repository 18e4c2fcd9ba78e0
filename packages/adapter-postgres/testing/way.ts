import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy to a local server that can be cut, redirected and inspected. */
export interface Way {
  readonly port: number;
  /** Redirects new connections. */
  lead(port: number): void;
  /** Cuts all connections. */
  cut(): void;
  /** Drops all data in both directions, like a network failure, until turned off. */
  silence(silent: boolean): void;
  /** Delays all data in both directions, like a hung server; the data arrives when it is turned off. */
  hold(held: boolean): void;
  /**
   * Cuts the next connection that sends matching data: before the server receives it, or when the server responds. The
   * returned promise resolves when it has happened.
   */
  cutAt(sent: RegExp, when: 'before' | 'after'): Promise<void>;
  /**
   * Silences the next connection that sends matching data but keeps it open: the server does not receive the data
   * ('before'), or its response does not arrive ('after'). Resolves when it has happened. Other connections are
   * unaffected.
   */
  silenceAt(sent: RegExp, when: 'before' | 'after'): Promise<void>;
  close(): void;
}

interface Trap {
  readonly sent: RegExp;
  readonly when: 'before' | 'after';
  readonly how: 'cut' | 'silence';
  sprung(): void;
}

export async function createWay(to: number): Promise<Way> {
  let target = to;
  let silent = false;
  let held = false;
  let trap: Trap | null = null;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    let trapped: Trap | null = null;
    let isSilent = false;
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', end);
      socket.on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    const spring = ({ how, sprung }: Trap) => {
      if (how === 'cut') end();
      else isSilent = true;
      sprung();
    };
    client.on('data', (data) => {
      if (silent || isSilent) return;
      if (trap?.sent.test(data.toString('latin1'))) {
        const sprung = trap;
        trap = null;
        if (sprung.when === 'before') return spring(sprung);
        trapped = sprung;
      }
      upstream.write(data);
    });
    upstream.on('data', (data) => {
      if (silent || isSilent) return;
      if (trapped) spring(trapped);
      else client.write(data);
    });
    if (held) for (const socket of [client, upstream]) socket.pause();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const setTrap = (sent: RegExp, when: Trap['when'], how: Trap['how']) =>
    new Promise<void>((sprung) => {
      trap = { sent, when, how, sprung };
    });

  return {
    port: (server.address() as { port: number }).port,
    lead: (port) => {
      target = port;
    },
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    silence: (now) => {
      silent = now;
    },
    hold: (now) => {
      held = now;
      for (const socket of sockets) {
        if (held) socket.pause();
        else socket.resume();
      }
    },
    cutAt: (sent, when) => setTrap(sent, when, 'cut'),
    silenceAt: (sent, when) => setTrap(sent, when, 'silence'),
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
