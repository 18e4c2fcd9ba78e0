import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A connection pooler like PgBouncer, for a server without password authentication. */
export interface Pooler {
  readonly port: number;
  close(): void;
}

/** The time for which a client keeps its server connection, like PgBouncer's `pool_mode`. */
export type PoolMode = 'session' | 'transaction' | 'statement';

const PROTOCOL = 196_608;

/** Parses a stream into messages with their types; a client's first message has none. */
function messages(onMessage: (type: string, message: Buffer) => void, untyped: boolean) {
  let rest: Buffer = Buffer.alloc(0);
  let first = untyped;
  return (data: Buffer) => {
    rest = Buffer.concat([rest, data]);
    for (;;) {
      const head = first ? 0 : 1;
      if (rest.length < head + 4) return;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      const type = first ? '' : String.fromCharCode(message[0] as number);
      first = false;
      onMessage(type, message);
    }
  };
}

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

const NO_BLOCKS = message(
  'E',
  Buffer.from('SFATAL\0VFATAL\0C08P01\0Mtransaction blocks not allowed in statement pooling mode\0\0'),
);

/** A server connection, and the current receiver of its output. */
interface Backend {
  readonly socket: Socket;
  hear: (type: string, message: Buffer) => void;
}

/** Starts a pooler on a free port. It reuses the most recently returned backend. */
export async function startPooler(to: number, mode: PoolMode): Promise<Pooler> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    return socket;
  };
  const idle: Backend[] = [];
  /** The server's startup messages, without the backend key. */
  const greeting: Buffer[] = [];

  const newBackend = (startup: Buffer) =>
    new Promise<Backend>((resolve) => {
      const socket = keep(connect(to, '127.0.0.1'));
      const sent: Buffer[] = [];
      const backend: Backend = {
        socket,
        hear: (type, data) => {
          if (type !== 'K') sent.push(data);
          if (type !== 'Z') return;
          greeting.splice(0, greeting.length, ...sent);
          resolve(backend);
        },
      };
      socket.on(
        'data',
        messages((type, data) => backend.hear(type, data), false),
      );
      socket.write(startup);
    });

  const serve = (client: Socket) => {
    let startup: Buffer = Buffer.alloc(0);
    let backend: Backend | null = null;
    let work = Promise.resolve();

    const link = async () => {
      const linked = idle.pop() ?? (await newBackend(startup));
      linked.hear = (type, data) => {
        const inBlock = type === 'Z' && data[5] !== 'I'.charCodeAt(0);
        if (mode === 'statement' && inBlock) {
          client.end(NO_BLOCKS);
          linked.socket.destroy();
          return;
        }
        client.write(data);
        if (type !== 'Z' || inBlock || mode === 'session') return;
        backend = null;
        idle.push(linked);
      };
      return linked;
    };
    const hear = async (type: string, data: Buffer) => {
      if (type === '') {
        if (data.readInt32BE(4) !== PROTOCOL) return void client.write('N');
        startup = data;
        idle.push(await newBackend(startup));
        for (const each of greeting) client.write(each);
        return;
      }
      if (type === 'X') return void client.end();
      backend ??= await link();
      backend.socket.write(data);
    };
    client.on(
      'data',
      messages((type, data) => {
        work = work.then(() => hear(type, data));
      }, true),
    );
    client.on('close', () => backend?.socket.destroy());
  };

  const server = createServer((client) => serve(keep(client))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
