import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a server on this machine that can be cut, led elsewhere, and looked into. */
export interface Way {
  readonly port: number;
  /** Where new connections lead. */
  lead(port: number): void;
  /** Cuts all connections. */
  cut(): void;
  /** Swallows everything from now on in both directions, as a network does that is gone; or no longer. */
  silence(silent: boolean): void;
  /** Holds everything up in both directions, as a hung server does; what was held up arrives when it no longer is. */
  hold(held: boolean): void;
  /**
   * The next connection that sends something like this is cut: before the server gets it, or as soon as the server answers. What the
   * function returns resolves when it has happened.
   */
  cutAt(sent: RegExp, when: 'before' | 'after'): Promise<void>;
  /**
   * The next connection that sends something like this falls silent, and stays open: the server doesn't get it ('before'), or
   * its answer doesn't arrive ('after'). Resolves when that has happened. All other connections go on.
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
