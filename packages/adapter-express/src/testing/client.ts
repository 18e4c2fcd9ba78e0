import { Agent, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Response } from 'supertest';
import { firstFrame, isStream } from './first-frame.ts';

/** A request as sent. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** The parts of a response that tests check; supertest's responses match it. */
export type Answer = Pick<Response, 'status' | 'headers' | 'text' | 'body'>;

/** Connections are reused: a new one per request costs more than the request. */
export const agent = new Agent({ keepAlive: true });

/** Sends a request to a server of this process over any free connection. */
export function sendTo(server: Server, { method, path, headers, body }: Sent): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, agent, method, path, headers }, (answer) => {
      if (isStream(answer) && method !== 'HEAD') {
        const { headers } = answer;
        void firstFrame(answer).then((text) => resolve({ status: 200, headers, text, body: {} } as Answer));
        return;
      }
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.once('error', reject);
      answer.once('end', () => {
        const text = Buffer.concat(parts).toString();
        const { statusCode: status = 0, headers } = answer;
        resolve({ status, headers, text, body: parsed(headers, text) } as Answer);
      });
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

const parsed = (headers: IncomingHttpHeaders, text: string): unknown =>
  headers['content-type']?.startsWith('application/json') ? JSON.parse(text) : {};
