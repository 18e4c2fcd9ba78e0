import type { IncomingMessage } from 'node:http';
import type { Test } from 'supertest';

/* An event stream never ends. Tests of all operations read it until the first frame and disconnect. */

const STREAM = '/events/stream';

/** Whether a response is endless. */
export const isStream = ({ statusCode, headers }: IncomingMessage): boolean =>
  statusCode === 200 && (headers['content-type'] ?? '').startsWith('text/event-stream');

/** The first frame of a stream, which is then closed; the whole response if it ends earlier. */
export function firstFrame(answer: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const done = () => {
      answer.removeAllListeners('error').on('error', () => undefined);
      answer.destroy();
      resolve(text);
    };
    answer.on('data', (part: Buffer) => {
      text += part;
      if (text.includes('\n\n')) done();
    });
    answer.once('end', done);
  });
}

/** Makes supertest read only the first frame of a stream; other requests are unchanged. */
export function hangingUp(test: Test, method: string, path: string): Test {
  if (method !== 'get' || !path.split('?')[0]?.endsWith(STREAM)) return test;
  return test.buffer(true).parse((answer, done) => {
    const incoming = answer as unknown as IncomingMessage;
    if (isStream(incoming)) {
      void firstFrame(incoming).then((text) => {
        answer.text = text;
        done(null, {});
      });
      return;
    }
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.once('end', () => {
      answer.text = Buffer.concat(parts).toString();
      done(null, JSON.parse(answer.text || '{}'));
    });
  });
}
