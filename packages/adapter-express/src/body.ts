import { invalid } from '@tandem/core';
import express, { type Request, type Response } from 'express';
import { isTaken, jsonTaken } from './parsed-body.ts';
import { HttpProblem } from './problem.ts';

/** The most bytes of a JSON body (decisions, section 3). */
const LIMIT = 1024 * 1024;
/** Deeper than anything the interface knows; deep nesting would cost more to check than to refuse. */
const MOST_NESTED = 32;

/** Requests whose raw text escapes characters, and may so hold a NUL or half a character. */
const escaped = new WeakSet<object>();

const parse = express.json({
  limit: LIMIT,
  strict: false,
  verify: (req, _res, raw, encoding) => {
    if (encoding !== 'utf-8')
      throw Object.assign(new Error('charset'), { type: 'charset.unsupported', status: 415 });
    if (raw.includes('\\u')) escaped.add(req);
  },
});

/** Reads the JSON object that a request carries; undefined when it carries nothing and may. */
export async function readBody(req: Request, res: Response, optional: boolean): Promise<object | undefined> {
  const carriesSomething =
    req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
  if (!carriesSomething) {
    if (optional) return undefined;
    throw invalid({ body: 'is required: send a JSON object' });
  }
  if (!req.is('application/json')) {
    // A chunked body may turn out to be empty.
    if (optional && req.headers['content-type'] === undefined) return undefined;
    throw new HttpProblem({
      status: 415,
      code: 'UNSUPPORTED_MEDIA_TYPE',
      message: 'Send the body as JSON, with Content-Type: application/json.',
    });
  }
  const taken = isTaken(req);
  const body = taken ? takenFrom(req) : await parsed(req, res);
  if (body === null || typeof body !== 'object' || Array.isArray(body)) {
    throw invalid({ body: 'must be a JSON object' });
  }
  if (taken || escaped.has(req)) checkTexts(body);
  return body;
}

async function parsed(req: Request, res: Response): Promise<unknown> {
  await new Promise<void>((resolve, reject) => {
    parse(req, res, (error?: unknown) => (error ? reject(asProblem(error)) : resolve()));
  });
  if (req.body === undefined) throw invalidJson();
  return req.body;
}

function takenFrom(req: Request): unknown {
  try {
    return jsonTaken(req);
  } catch (error) {
    throw error instanceof SyntaxError ? invalidJson() : error;
  }
}

/** 400 for a NUL character or half a surrogate pair anywhere in the body (decisions, section 3). */
function checkTexts(body: object): void {
  const ahead: { value: unknown; path: string; depth: number }[] = [{ value: body, path: '', depth: 0 }];
  for (let at = ahead.pop(); at !== undefined; at = ahead.pop()) {
    const { value, path, depth } = at;
    if (typeof value === 'string') checkText(value, path);
    if (value === null || typeof value !== 'object') continue;
    if (depth >= MOST_NESTED) throw invalid({ body: 'must not be nested so deep' });
    for (const [key, inside] of Object.entries(value)) {
      checkText(key, path === '' ? 'body' : path);
      ahead.push({ value: inside, path: path === '' ? key : `${path}.${key}`, depth: depth + 1 });
    }
  }
}

export function checkText(text: string, field: string): void {
  if (text.includes('\0')) throw invalid({ [field]: 'must not contain a NUL character' });
  if (/\p{Surrogate}/u.test(text)) throw invalid({ [field]: 'must be well-formed Unicode' });
}

const invalidJson = () =>
  new HttpProblem({
    status: 400,
    code: 'INVALID_JSON',
    message: 'The body is not valid JSON. Correct it and send it again.',
  });

/** What the parser refuses, in our words. */
function asProblem(error: unknown): unknown {
  const type = (error as { type?: string }).type ?? '';
  if (type === 'entity.too.large') {
    return new HttpProblem({
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
      message: `A JSON body may have at most ${LIMIT} bytes. Send less.`,
    });
  }
  if (type === 'encoding.unsupported' || type === 'charset.unsupported') {
    return new HttpProblem({
      status: 415,
      code: 'UNSUPPORTED_MEDIA_TYPE',
      message: 'Send the body as UTF-8 JSON, plain or with gzip, deflate or br.',
    });
  }
  const status = (error as { status?: number }).status ?? 500;
  return status < 500 ? invalidJson() : error;
}
