import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CannotDo } from '../ending.ts';

/** A record of an export; its fields depend on its type. */
export type ExportRecord = Readonly<Record<string, unknown>> & { readonly type?: string };

const BROKEN =
  'The export ended early: the connection was lost or the server stopped. Run the command again.';

/**
 * Writes the lines of an export to a file, as they arrive, and checks them against the last line. `onRecord` gets every
 * record between the first line and the last.
 */
export async function saveLines(
  body: ReadableStream<Uint8Array>,
  path: string,
  onRecord: (record: ExportRecord) => void | Promise<void>,
): Promise<void> {
  const hash = createHash('sha256');
  let rest: Buffer = Buffer.alloc(0);
  let last: ExportRecord | undefined;
  async function* checked(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      rest = Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
        const line = rest.subarray(0, end + 1);
        rest = rest.subarray(end + 1);
        last = JSON.parse(line.toString('utf8')) as ExportRecord;
        if (last.type === 'end') continue;
        hash.update(line);
        if (last.type !== undefined) await onRecord(last);
      }
      yield chunk;
    }
  }
  try {
    await pipeline(
      Readable.fromWeb(body as never),
      checked,
      createWriteStream(path, { mode: 0o600, flush: true }),
    );
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code?.startsWith('E') && code !== 'ECONNRESET' && !code.startsWith('ERR_'))
      throw new CannotDo(`${path} cannot be written (${code}).`);
    throw new CannotDo(BROKEN);
  }
  if (last?.type !== 'end' || rest.length > 0) throw new CannotDo(BROKEN);
  if (last.sha256 !== hash.digest('hex'))
    throw new CannotDo(
      'The export was damaged on its way: its digest does not match. Run the command again.',
    );
}
