import type { ServerResponse } from 'node:http';
import { CREDENTIALS, type StandIn, standInS3 } from '../../testing/index.ts';
import { parseS3Url, type S3Files, type S3FilesOptions, s3Files } from '../index.ts';

export const HOUR_MS = 60 * 60 * 1000;
export const MIB = 1024 * 1024;
export const ID = '01J00000000000000000000ABC';
export const KEY = `files/BC/${ID}`;
/** The refusal of every store that cannot be reached. */
export const AWAY = { code: 'UNAVAILABLE' };

// Silences the SDK's warning about the Node version.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

/** An S3 stand-in, emptied before each test of a file, and stores on it, closed after each test. */
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
      const files = s3Files({ ...parseS3Url(s3().url), credentials: CREDENTIALS, ...options });
      made.push(files);
      return files;
    },
    /** Intercepts the first `count` requests of an operation. */
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

/** Responds with an error in S3's format. */
export const failing = (status: number, code: string) => (res: ServerResponse) => {
  res.writeHead(status, { 'content-type': 'application/xml' });
  res.end(`<Error><Code>${code}</Code><Message>So it is.</Message></Error>`);
};

/** Closes the connection without a response. */
export const cut = (res: ServerResponse) => res.destroy();

export async function* parts(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

/** Chunks of 1 MiB each. */
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
