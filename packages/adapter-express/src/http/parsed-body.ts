import type { Request } from 'express';

/**
 * Whether an app around this one has read the body before. It then stands in `req.body`, as a parser of JSON,
 * of text or of bytes has left it there.
 */
export const isTaken = (req: Request): boolean => req.readableEnded;

/** The JSON that another app has read; throws a SyntaxError for what is none. */
export function jsonTaken(req: Request): unknown {
  const body: unknown = req.body;
  if (body === undefined) throw lost();
  if (typeof body === 'string') return jsonOf(body);
  return body instanceof Uint8Array ? jsonOf(new TextDecoder().decode(body)) : body;
}

/** As the parser of Express: no text at all is an empty object. */
export const jsonOf = (text: string): unknown => (text === '' ? {} : JSON.parse(text));

/** A fault of the program around, which its operator is told of. */
export const lost = (): Error =>
  new Error(
    'Something has read the body of a request before Tandem and has not left it in req.body. Mount Tandem before it.',
  );
