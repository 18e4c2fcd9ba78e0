import type { Request } from 'express';

/**
 * Whether an outer app has already read the body and left it in `req.body`, as a parser of JSON, text or
 * bytes does.
 */
export const isTaken = (req: Request): boolean => req.readableEnded;

/** The JSON that an outer app has read; throws a SyntaxError for invalid JSON. */
export function jsonTaken(req: Request): unknown {
  const body: unknown = req.body;
  if (body === undefined) throw lost();
  if (typeof body === 'string') return jsonOf(body);
  return body instanceof Uint8Array ? jsonOf(new TextDecoder().decode(body)) : body;
}

/** The bytes that an outer app has read. */
export function bytesTaken({ body }: Request): Buffer {
  if (body === undefined) throw lost();
  return body instanceof Uint8Array ? Buffer.from(body) : Buffer.from(typeof body === 'string' ? body : '');
}

/** The text of the JSON that an outer app has read. */
export function textTaken(req: Request): string {
  const { body } = req as { body: unknown };
  return typeof body === 'string' || body instanceof Uint8Array
    ? bytesTaken(req).toString()
    : JSON.stringify(jsonTaken(req));
}

/** Like Express's parser, treats an empty text as an empty object. */
export const jsonOf = (text: string): unknown => (text === '' ? {} : JSON.parse(text));

/** A bug of the surrounding program, reported to its operator. */
export const lost = (): Error =>
  new Error(
    'Something has read the body of a request before Tandem and has not left it in req.body. Mount Tandem before it.',
  );
