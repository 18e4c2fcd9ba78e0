import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Readable, Transform } from 'node:stream';
import type { File, Tandem } from '@tandem/client';
import { CannotDo } from '../ending.ts';
import { showProgress } from '../output/progress.ts';

/** Uploads a file as a stream, and shows the progress. */
export async function upload(tandem: Tandem, path: string): Promise<File> {
  const size = sizeOf(path);
  const progress = showProgress();
  let sent = 0;
  const counted = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      sent += chunk.length;
      progress.at(`Uploading ${basename(path)}: ${percent(sent, size)} of ${megabytes(size)} MB …`);
      done(null, chunk);
    },
  });
  const file = createReadStream(path);
  file.on('error', (error) => counted.destroy(error));
  const content = Readable.toWeb(file.pipe(counted)) as ReadableStream<Uint8Array>;
  try {
    return await tandem.files.upload({ name: basename(path), content });
  } finally {
    progress.end();
    file.destroy();
  }
}

function sizeOf(path: string): number {
  try {
    const found = statSync(path);
    if (found.isFile()) return found.size;
  } catch (error) {
    throw new CannotDo(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  throw new CannotDo(`${path} is not a file.`);
}

const percent = (part: number, total: number) => `${total === 0 ? 100 : Math.floor((100 * part) / total)} %`;
const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1);
