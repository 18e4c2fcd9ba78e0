import type { Express, Response } from 'express';
import { exchange, type MessageClasses } from '../fetch/exchange.ts';
import { partOf } from '../http/trace.ts';

/**
 * A `fetch` that calls the app in-process on behalf of another request. Its requests share that request's id and have
 * no log entries of their own.
 */
export const fetchInside =
  (app: Express, classes: MessageClasses, outer: Response): typeof fetch =>
  (input, init) => {
    const request = new Request(input, init);
    if (typeof init?.body === 'string')
      request.headers.set('content-length', String(Buffer.byteLength(init.body)));
    return exchange(app, classes, {
      method: request.method,
      url: new URL(request.url),
      headers: request.headers,
      body: request.body,
      signal: init?.signal,
      address: outer.req.ip,
      prepare: (res) => partOf(res, outer),
    });
  };
