import { type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A frame of a stream: an event, a comment, or any other block between blank lines. */
export interface Frame {
  readonly id?: string | undefined;
  readonly event?: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: what JSON.parse makes of it, as the test says.
  readonly data?: any;
  /** As received. */
  readonly text: string;
}

/** A reader of a stream. */
export interface Reader {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The frames received so far. */
  readonly frames: readonly Frame[];
  /** The workspace events among them. */
  events(): Frame[];
  /** Resolves when a matching frame arrives; fails after some seconds. */
  until(meant: (frame: Frame) => boolean): Promise<Frame>;
  /** Resolves when the server has ended the stream in any way. */
  readonly ended: Promise<void>;
  hangUp(): void;
}

const PATIENCE_MS = 4_000;
const SIGNS = ['position', 'reset'];

/** Opens `/events/stream`; a rejection is in the only frame. */
export function readStream(
  server: Server,
  secret: string,
  query: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Reader> {
  const { port } = server.address() as AddressInfo;
  const path = `/api/v1/events/stream?${new URLSearchParams(query)}`;
  return new Promise((resolve, reject) => {
    const asked = request(
      { port, path, agent: false, headers: { Authorization: `Bearer ${secret}`, ...headers } },
      (answer) => {
        const frames: Frame[] = [];
        const waiting = new Set<() => void>();
        let rest = '';
        answer.on('data', (part: Buffer) => {
          const texts = (rest + part).split('\n\n');
          rest = texts.pop() ?? '';
          frames.push(...texts.map(frameOf));
          for (const look of waiting) look();
        });
        const ended = new Promise<void>((over) => {
          answer.once('close', () => {
            if (rest !== '') frames.push({ text: rest, data: parsed(rest) });
            over();
          });
        });
        answer.on('error', () => undefined);
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          frames,
          events: () => frames.filter(({ event }) => event !== undefined && !SIGNS.includes(event)),
          until: (meant) =>
            new Promise((found, failed) => {
              const look = () => {
                const frame = frames.find(meant);
                if (!frame) return;
                clearTimeout(timer);
                waiting.delete(look);
                found(frame);
              };
              const timer = setTimeout(() => {
                waiting.delete(look);
                failed(new Error(`It did not come; there is ${frames.map(({ text }) => text).join(' | ')}`));
              }, PATIENCE_MS);
              waiting.add(look);
              look();
            }),
          ended,
          hangUp: () => asked.destroy(),
        });
      },
    );
    asked.once('error', reject);
    asked.end();
  });
}

function frameOf(text: string): Frame {
  const lines = Object.fromEntries(text.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
  return { id: lines.id, event: lines.event, data: parsed(lines.data), text };
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
