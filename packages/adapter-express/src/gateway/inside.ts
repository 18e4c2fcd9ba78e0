import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { Express, Request, Response } from 'express';
import { partOf } from '../http/trace.ts';

/** Node's classes for requests and responses, with the methods that Express adds. */
export interface MessageClasses {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

/**
 * The message classes of an app. Express sets the prototype of every request and response, which on Node 20
 * costs more than
 * the rest of its work; instances of these classes already have the right prototype.
 */
export function messagesOf(app: Express): MessageClasses {
  class AppRequest extends IncomingMessage {}
  class AppResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {}
  // When the app is mounted in another, Express changes the prototypes of these objects.
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  for (const made of [AppRequest.prototype, AppResponse.prototype]) {
    Object.defineProperty(made, 'app', { configurable: true, enumerable: true, writable: true, value: app });
  }
  app.request = AppRequest.prototype as typeof app.request;
  app.response = AppResponse.prototype as typeof app.response;
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}

/** Stands in for the connection: carries no data, and closes when the caller aborts. */
class NoConnection extends Duplex {
  readonly remoteAddress: string | undefined;

  constructor(remoteAddress: string | undefined) {
    super();
    this.remoteAddress = remoteAddress;
  }

  override _read(): void {}

  override _write(_chunk: unknown, _encoding: BufferEncoding, done: () => void): void {
    done();
  }
}

/**
 * A `fetch` that calls the app in-process on behalf of another request. Its requests share that request's id
 * and have no
 * log entries of their own. It buffers each response, so it does not support endless ones.
 */
export function fetchInside(app: Express, classes: MessageClasses, outer: Response): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const { signal } = init;
      if (signal?.aborted) return reject(signal.reason);
      const connection = new NoConnection(outer.req.ip);
      const req = requestOf(classes, connection, new URL(String(input)), init);
      const res = new classes.ServerResponse(req);
      const leave = () => {
        connection.destroy();
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      connection.once('close', () => {
        if (res.writableFinished) return;
        res.emit('close');
        reject(new Error('The request was aborted.'));
      });
      answered(res, connection, (response) => {
        signal?.removeEventListener('abort', leave);
        resolve(response);
      });
      partOf(res as Response, outer);
      app(req as Request, res as Response);
    });
}

function requestOf(
  classes: MessageClasses,
  connection: NoConnection,
  { pathname, search, host }: URL,
  { method = 'GET', headers, body }: RequestInit,
): IncomingMessage {
  const req = new classes.IncomingMessage(connection as unknown as Socket);
  req.method = method;
  req.url = pathname + search;
  req.httpVersion = '1.1';
  req.httpVersionMajor = 1;
  req.httpVersionMinor = 1;
  req.headers.host = host;
  for (const [name, value] of Object.entries((headers ?? {}) as Record<string, string>)) {
    req.headers[name.toLowerCase()] = value;
  }
  if (body !== undefined && body !== null) {
    if (typeof body !== 'string') throw new TypeError('In-process requests support only text bodies.');
    const bytes = Buffer.from(body);
    req.headers['content-length'] = String(bytes.length);
    req.push(bytes);
  }
  req.push(null);
  req.complete = true;
  return req;
}

/** Calls back with the data written to a response, once it has ended. */
function answered(
  res: ServerResponse,
  connection: NoConnection,
  call: (response: globalThis.Response) => void,
): void {
  const { writeHead, write, end } = res;
  const headers = new Headers();
  const chunks: Buffer[] = [];
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string));
  };
  Object.assign(res, {
    writeHead(this: ServerResponse, status: number, given: string[] = []) {
      for (let i = 0; i < given.length; i += 2) headers.set(given[i] as string, given[i + 1] as string);
      return writeHead.call(this, status, given);
    },
    write(this: ServerResponse, ...given: Parameters<typeof write>) {
      keep(given[0]);
      return write.apply(this, given);
    },
    end(this: ServerResponse, ...given: Parameters<typeof end>) {
      keep(given[0]);
      for (const [name, value] of Object.entries(this.getHeaders())) headers.set(name, String(value));
      return end.apply(this, given);
    },
  });
  res.assignSocket(connection as unknown as Socket);
  res.once('finish', () => {
    res.detachSocket(connection as unknown as Socket);
    const { statusCode: status } = res;
    const isEmpty = status === 204 || status === 304;
    call(new Response(isEmpty ? null : Buffer.concat(chunks), { status, headers }));
    // Node emits this event when a response has been sent.
    res.emit('close');
  });
}
