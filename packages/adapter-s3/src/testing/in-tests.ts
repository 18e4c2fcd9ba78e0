import type { ServerResponse } from 'node:http';
import { CREDENTIALS, type StandIn, standInS3 } from '../../testing/index.ts';
import { type S3Files, type S3FilesOptions, s3Files, s3Place } from '../index.ts';

export const HOUR_MS = 60 * 60 * 1000;
export const MIB = 1024 * 1024;
export const ID = '01J00000000000000000000ABC';
export const KEY = `files/BC/${ID}`;
/** How every store tells that it cannot be reached. */
export const AWAY = { code: 'UNAVAILABLE' };

// Whoever runs the tests knows on which Node.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

/** A stand-in for the tests of a file, empty for each, and stores on it, which are closed after each. */
export function inTests() {
  let standIn: StandIn | undefined;
  const s3 = () => standIn as StandIn;
  const made: S3Files[] = [];
  beforeAll(async () => {
    standIn = await standInS3();
  });
  afterEach(() => {
    for (const files of made.splice(0)) files.close();
    s3().objects.clear();
    s3().uploads.clear();
    s3().asked.length = 0;
    s3().pageSize = 1000;
    s3().meddle = () => false;
  });
  afterAll(() => s3().close());
  return {
    s3,
    open: (options: Partial<S3FilesOptions> = {}): S3Files => {
      const files = s3Files({ ...s3Place(s3().url), credentials: CREDENTIALS, ...options });
      made.push(files);
      return files;
    },
    /** Meddles with the first so many requests of an operation. */
    first: (count: number, operation: string, act: (res: ServerResponse) => void) => {
      let left = count;
      s3().meddle = (asked, _req, res) => {
        if (asked !== operation || left === 0) return false;
        left--;
        act(res);
        return true;
      };
    },
  };
}

/** Answers with an error, as S3 writes it. */
export const failing = (status: number, code: string) => (res: ServerResponse) => {
  res.writeHead(status, { 'content-type': 'application/xml' });
  res.end(`<Error><Code>${code}</Code><Message>So it is.</Message></Error>`);
};

/** Closes the connection without an answer. */
export const cut = (res: ServerResponse) => res.destroy();

export async function* parts(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

/** So many MiB, a piece each. */
export async function* mebibytes(count: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < count; at++) yield Buffer.alloc(MIB, at);
}

export async function textOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

export async function all(ids: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const id of ids) found.push(id);
  return found;
}
