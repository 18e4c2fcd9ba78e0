import { connect, type Socket } from 'node:net';

/** A kept-alive HTTP/1.1 connection that asks one thing at a time. */
export interface Connection {
  /** Sends a whole request; resolves when the whole answer is there. */
  request(text: string): Promise<Answer>;
  close(): void;
}

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

const HEAD_END = '\r\n\r\n';
const CONTENT_LENGTH = /\r\ncontent-length: (\d+)/i;
/** Offset of the status in `HTTP/1.1 200`. */
const STATUS_AT = 9;

/**
 * Connects. Parses responses only as far as needed to find their end, since the load generator must need far less CPU
 * than the server.
 */
export async function openConnection(port: number): Promise<Connection> {
  const socket = await connected(port);
  let received: Buffer = Buffer.alloc(0);
  let waiting: { resolve(answer: Answer): void; reject(error: Error): void } | null = null;

  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const answer = wholeAnswer(received);
    if (answer === null) return;
    received = Buffer.alloc(0);
    const { resolve } = waiting ?? {};
    waiting = null;
    resolve?.(answer);
  });
  const fail = () => waiting?.reject(new Error('The server closed the connection.'));
  socket.on('close', fail);
  socket.on('error', fail);

  return {
    request: (text) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(text);
      }),
    close: () => {
      socket.destroy();
    },
  };
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

/** An answer that is there to its last byte; null while some of it is missing. */
function wholeAnswer(received: Buffer): Answer | null {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd < 0) return null;
  const head = received.toString('latin1', 0, headEnd);
  const length = Number(CONTENT_LENGTH.exec(head)?.[1] ?? 0);
  const body = received.subarray(headEnd + HEAD_END.length);
  if (body.length < length) return null;
  return { status: Number(head.slice(STATUS_AT, STATUS_AT + 3)), body };
}
