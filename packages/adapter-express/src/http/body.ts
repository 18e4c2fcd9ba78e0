import { invalid, Refusal } from '@tandem/core';
import express, { type Request, type Response } from 'express';
import { type FormLimits, jsonForm } from './json-form.ts';
import { bytesTaken, isTaken, jsonTaken } from './parsed-body.ts';
import { isPlain, jsonIn, plainBody } from './plain-body.ts';
import { HttpProblem } from './problem.ts';

/** Maximum bytes of a JSON body (docs/rules.md, Requests). */
const LIMIT = 1024 * 1024;
/**
 * Above any request in the API: a thousand sessions have 9,000 parts. Larger bodies cost more to read than to reject:
 * an object of 90,000 members takes 50 ms (docs/decisions/0041).
 */
const MAX_FORM: FormLimits = { levels: 32, parts: 20_000 };
const PASSED = {
  levels: 'must not be nested so deeply',
  parts: `must not bring the body over ${MAX_FORM.parts} members, arrays and objects`,
};

/** Requests whose texts may contain a NUL character or an unpaired surrogate. */
const doubtful = new WeakSet<object>();

const parse = express.json({
  limit: LIMIT,
  strict: false,
  verify: (req, _res, raw, encoding) => {
    if (encoding !== 'utf-8')
      throw Object.assign(new Error('charset'), { type: 'charset.unsupported', status: 415 });
    checkForm(req, raw);
  },
});

function checkForm(req: object, raw: Buffer): void {
  const form = jsonForm(raw, MAX_FORM);
  if (form.excess) throw invalid({ [form.excess.field]: PASSED[form.excess.of] });
  if (form.doubtful) doubtful.add(req);
}

/**
 * Reads the JSON object in a request body; undefined if the body is absent and optional. Checks that its texts are
 * well-formed unless the caller accepts any text.
 */
export async function readBody(
  req: Request,
  res: Response,
  optional: boolean,
  texts: 'sound' | 'any' = 'sound',
): Promise<object | undefined> {
  if (!carriesSomething(req)) {
    if (optional) return undefined;
    throw invalid({ body: 'is required: send a JSON object' });
  }
  const plain = isPlain(req);
  if (!plain && !req.is('application/json')) {
    // A chunked body may turn out to be empty.
    if (optional && req.headers['content-type'] === undefined) return undefined;
    throw notJson();
  }
  const taken = isTaken(req);
  const body = taken ? takenFrom(req) : await parsed(req, res, plain);
  if (body === null || typeof body !== 'object' || Array.isArray(body)) {
    throw invalid({ body: 'must be a JSON object' });
  }
  if (texts === 'sound' && (taken || doubtful.has(req))) checkTexts(body);
  return body;
}

/** Reads a body of any type, decompressed, up to a number of bytes; 413 for more. */
export async function readBytes(req: Request, res: Response, limit: number): Promise<Buffer> {
  if (!carriesSomething(req)) return Buffer.alloc(0);
  if (isTaken(req)) return bytesTaken(req);
  if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  await new Promise<void>((resolve, reject) => {
    boundPacked(req, limit, reject);
    express.raw({ limit, type: () => true })(req, res, (error?: unknown) =>
      error ? reject(asProblem(error, limit)) : resolve(),
    );
  });
  return Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
}

/**
 * Reads the JSON object sent to an operation that takes no body, within the same limits. Undefined without a JSON body;
 * empty if the body is invalid or too large: such a body is ignored.
 */
export async function readSpareBody(req: Request, res: Response): Promise<object | undefined> {
  if (!carriesSomething(req) || !(isPlain(req) || req.is('application/json'))) return undefined;
  return readBody(req, res, true, 'any').catch(() => ({}));
}

export const carriesSomething = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

async function parsed(req: Request, res: Response, plain: boolean): Promise<unknown> {
  // Checked first because the parser would read the whole body before rejecting it.
  if (Number(req.headers['content-length'] ?? 0) > LIMIT) throw tooLarge(LIMIT);
  if (plain) return parsedPlain(req);
  await new Promise<void>((resolve, reject) => {
    if (req.headers['content-encoding'] !== undefined) boundPacked(req, LIMIT, reject);
    parse(req, res, (error?: unknown) => (error ? reject(asProblem(error)) : resolve()));
  });
  if (req.body === undefined) throw invalidJson();
  return req.body;
}

async function parsedPlain(req: Request): Promise<unknown> {
  const raw = await plainBody(req);
  if (raw === null) throw invalidJson();
  checkForm(req, raw);
  try {
    return jsonIn(raw);
  } catch {
    throw invalidJson();
  }
}

function takenFrom(req: Request): unknown {
  try {
    return jsonTaken(req);
  } catch (error) {
    throw error instanceof SyntaxError ? invalidJson() : error;
  }
}

/** 400 for a NUL character or an unpaired surrogate anywhere in the body (docs/rules.md, Requests). */
function checkTexts(body: object): void {
  const at = unsoundAt(body, 1);
  if (!at) return;
  const path = at.path.reverse().join('.');
  checkText(at.text, path === '' ? 'body' : path);
}

/** An invalid text and its path, innermost name first. For an invalid member name, the path of its object. */
interface Unsound {
  readonly text: string;
  readonly path: string[];
}

/**
 * The first invalid text in a value. A body parsed by an outer app may be nested more deeply than our limit.
 */
function unsoundAt(value: unknown, level: number): Unsound | undefined {
  if (typeof value === 'string') return isSound(value) ? undefined : { text: value, path: [] };
  if (value === null || typeof value !== 'object') return undefined;
  if (level > MAX_FORM.levels) throw invalid({ body: PASSED.levels });
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const found = unsoundAt(value[i], level + 1);
      if (found) return { text: found.text, path: [...found.path, String(i)] };
    }
    return undefined;
  }
  for (const name of Object.keys(value)) {
    if (!isSound(name)) return { text: name, path: [] };
    const found = unsoundAt((value as Record<string, unknown>)[name], level + 1);
    if (found) return { text: found.text, path: [...found.path, name] };
  }
  return undefined;
}

const isSound = (text: string) => !/[\0\p{Surrogate}]/u.test(text);

export function checkText(text: string, field: string): void {
  if (text.includes('\0')) throw invalid({ [field]: 'must not contain a NUL character' });
  if (/\p{Surrogate}/u.test(text)) throw invalid({ [field]: 'must be well-formed Unicode' });
}

/**
 * The limit applies to the decompressed size. Data that decompresses to nothing is counted as received, or it
 * could go on forever.
 */
function boundPacked(req: Request, limit: number, refuse: (problem: Error) => void): void {
  let left = limit;
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left >= 0) return;
    req.unpipe();
    req.resume();
    refuse(tooLarge(limit));
  });
}

export const tooLarge = (limit: number) =>
  new HttpProblem({
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    message: `The body may have at most ${limit} bytes. Send less.`,
  });

export const notJson = () =>
  new HttpProblem({
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'Send the body as JSON, with Content-Type: application/json.',
  });

const invalidJson = () =>
  new HttpProblem({
    status: 400,
    code: 'INVALID_JSON',
    message: 'The body is not valid JSON. Correct it and send it again.',
  });

/** Translates the parser's errors. */
function asProblem(error: unknown, limit = LIMIT): unknown {
  if (error instanceof Refusal) return error;
  const type = (error as { type?: string }).type ?? '';
  if (type === 'entity.too.large') return tooLarge(limit);
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
