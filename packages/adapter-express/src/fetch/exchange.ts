import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex, PassThrough, Readable } from 'node:stream';
import type { Express, Request, Response } from 'express';

/** Node's classes for requests and responses, with the methods that Express adds. */
export interface MessageClasses {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

/**
 * The message classes of an app. Express sets the prototype of every request and response, which on Node 20 costs more
 * than the rest of its work; instances of these classes already have the right prototype.
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

/** A request to the app, in the terms of the Fetch API. */
export interface Exchange {
  readonly method: string;
  readonly url: URL;
  /** The path below which the host serves the app. */
  readonly prefix?: string | undefined;
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array> | null;
  readonly signal?: AbortSignal | null | undefined;
  /** The address of the client, for the limits of requests without a key. */
  readonly address: string | undefined;
  /** Called with the response before the app gets it. */
  readonly prepare?: (res: Response) => void;
}

/** Has the app answer a request without a connection. Bodies are streams in both directions. */
export function exchange(
  app: Express,
  classes: MessageClasses,
  asked: Exchange,
): Promise<globalThis.Response> {
  return new Promise((resolve, reject) => {
    const { signal } = asked;
    signal?.throwIfAborted();
    const content = new PassThrough();
    const connection = new Connection(content, asked);
    const { req, cancel } = requestOf(classes, connection, asked);
    const res = new classes.ServerResponse(req);
    const leave = () => connection.destroy();
    signal?.addEventListener('abort', leave, { once: true });
    const aborted = () => signal?.reason ?? new Error('The request was aborted.');
    connection.once('close', () => {
      signal?.removeEventListener('abort', leave);
      if (!req.complete) req.destroy();
      if (res.writableFinished) return;
      // Without a consumer of the stream, its error would be an uncaught exception.
      if (res.headersSent) content.destroy(aborted());
      reject(aborted());
    });
    content.once('close', leave);
    res.once('finish', () => {
      signal?.removeEventListener('abort', leave);
      res.detachSocket(connection as unknown as Socket);
      // Nobody needs the rest of a refused body, which may be endless.
      if (!req.complete) cancel();
      // Node emits this event when a response has been sent.
      res.emit('close');
    });
    // Node's servers do this for their connections.
    connection.on('drain', () => res.emit('drain'));
    captured(res, content, resolve);
    res.assignSocket(connection as unknown as Socket);
    asked.prepare?.(res as Response);
    app(req as Request, res as Response);
  });
}

/** Stands in for the connection. Its data is dropped, because `captured` passes on the body; its pace is the reader's. */
class Connection extends Duplex {
  readonly remoteAddress: string | undefined;
  readonly encrypted: boolean;
  readonly #content: PassThrough;

  constructor(content: PassThrough, { address, url }: Exchange) {
    super();
    this.#content = content;
    this.remoteAddress = address;
    this.encrypted = url.protocol === 'https:';
  }

  setNoDelay(): this {
    return this;
  }

  override _read(): void {}

  override _write(_chunk: unknown, _encoding: BufferEncoding, done: () => void): void {
    if (this.#content.writableNeedDrain) this.#content.once('drain', done);
    else done();
  }
}

function requestOf(
  classes: MessageClasses,
  connection: Connection,
  { method, url, prefix = '', headers, body }: Exchange,
): { readonly req: IncomingMessage; readonly cancel: () => void } {
  const req = new classes.IncomingMessage(connection as unknown as Socket);
  req.method = method;
  const { pathname, search } = url;
  req.url = pathname + search;
  if (prefix !== '') {
    // As an outer Express app does it.
    Object.assign(req, { baseUrl: prefix, originalUrl: req.url });
    req.url = (pathname.slice(prefix.length) || '/') + search;
  }
  req.httpVersion = '1.1';
  req.httpVersionMajor = 1;
  req.httpVersionMinor = 1;
  headers.forEach((value, name) => {
    req.headers[name] = value;
  });
  req.headers.host ??= url.host;
  if (body === null) {
    req.push(null);
    req.complete = true;
    return { req, cancel: () => undefined };
  }
  // Nobody compares the stream with a declared length, so the parsers count the bytes themselves.
  delete req.headers['content-length'];
  req.headers['transfer-encoding'] = 'chunked';
  const reader = body.getReader();
  const { _read } = req;
  req._read = (size) => {
    // Node's own begins the flow of data.
    _read.call(req, size);
    reader.read().then(
      ({ done, value }) => {
        if (req.complete) return;
        req.complete = done;
        req.push(done ? null : value);
      },
      (error: Error) => req.destroy(error),
    );
  };
  const isFormOfNode = FORM_OF_NODE.test(headers.get('content-type') ?? '');
  const cancel = () => void (isFormOfNode ? readToEnd(reader) : reader.cancel()).catch(() => undefined);
  req.once('close', cancel);
  const { resume } = req;
  req.resume = () => {
    // Without a consumer, the app drops the rest of a refused body: on a connection, the client could not read the
    // response otherwise. Here the rest may be endless.
    if (req.listenerCount('data') === 0 && !req.complete) {
      cancel();
      req.complete = true;
      req.push(null);
    }
    return resume.call(req);
  };
  return { req, cancel };
}

/** Node 24 throws an error that cannot be caught if such a body is canceled while Node still writes it. */
const FORM_OF_NODE = /boundary=-*formdata-undici-/;

async function readToEnd(reader: ReadableStreamDefaultReader): Promise<void> {
  while (!(await reader.read()).done);
}

/** Statuses whose responses have no body. */
const BODILESS = [204, 205, 304];

/** Calls back once a response begins: with its whole body if it is written at once, else with the stream of it. */
function captured(
  res: ServerResponse,
  content: PassThrough,
  call: (response: globalThis.Response) => void,
): void {
  const { writeHead, write, end } = res;
  const headers = new Headers();
  let isBegun = false;
  const set = (name: string, value: unknown) => {
    headers.delete(name);
    for (const each of Array.isArray(value) ? value : [value]) headers.append(name, String(each));
  };
  const begin = (body: () => unknown) => {
    if (isBegun) return;
    isBegun = true;
    for (const [name, value] of Object.entries(res.getHeaders())) set(name, value);
    const isEmpty = BODILESS.includes(res.statusCode) || res.req.method === 'HEAD';
    const given = (isEmpty ? null : body()) as ConstructorParameters<typeof Response>[0];
    call(new Response(given, { status: res.statusCode, headers }));
  };
  const streamed = () => Readable.toWeb(content) as ReadableStream<Uint8Array>;
  const isData = (chunk: unknown): chunk is string | Uint8Array =>
    typeof chunk === 'string' || chunk instanceof Uint8Array;
  Object.assign(res, {
    writeHead(status: number, ...given: unknown[]) {
      const last = given.at(-1);
      if (Array.isArray(last)) {
        for (let i = 0; i < last.length; i += 2) set(last[i] as string, last[i + 1]);
      } else if (last && typeof last === 'object') {
        for (const [name, value] of Object.entries(last)) set(name, value);
      }
      return writeHead.call(res, status, ...(given as []));
    },
    write(...given: Parameters<typeof write>) {
      if (isData(given[0])) content.write(given[0]);
      const more = write.apply(res, given);
      begin(streamed);
      return more;
    },
    end(...given: Parameters<typeof end>) {
      const [chunk] = given;
      const data = isData(chunk) ? chunk : null;
      if (isBegun) content.end(data ?? undefined);
      end.apply(res, given);
      begin(() => data);
      return res;
    },
  });
}
