import { by, get, type Request } from '../request.ts';
import { casesOf, type Scene, type StallCase } from './case.ts';

const MIB = 1024 * 1024;
const BOUNDARY = 'stall-boundary';

interface Part {
  readonly field: string;
  readonly content: Buffer | string;
}

function upload(parts: readonly Part[]): Request {
  const chunks = parts.flatMap(({ field, content }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="f.bin"\r\n\r\n`,
    content,
    '\r\n',
  ]);
  return {
    method: 'POST',
    path: '/api/v1/files',
    headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: Buffer.concat([...chunks, `--${BOUNDARY}--\r\n`].map((chunk) => Buffer.from(chunk))),
  };
}

const file = (size: number, fill: string | number = 'x') =>
  upload([{ field: 'file', content: Buffer.alloc(size, fill) }]);

async function uploaded({ ask, dataset }: Scene): Promise<string> {
  const { id } = (await ask(file(dataset.sizes.file))) as { id: string };
  return id;
}

export const FILES: readonly StallCase[] = [
  ...casesOf('files.upload', {
    '25 MiB': ({ dataset }) => file(dataset.sizes.file),
    // Again and again it looks as if the file ended.
    '25 MiB of almost boundaries': ({ dataset }) =>
      file(dataset.sizes.file, `\r\n--${BOUNDARY.slice(0, -1)}`),
    '25 MiB of line breaks': ({ dataset }) => file(dataset.sizes.file, '\r\n'),
    'a small file after 25 MiB of another field': ({ dataset }) =>
      upload([
        { field: 'other', content: Buffer.alloc(dataset.sizes.file, 'x') },
        { field: 'file', content: 'x' },
      ]),
  }),
  ...casesOf('files.upload', { '30 MiB': () => file(30 * MIB) }, 413),
  ...casesOf(
    'files.upload',
    {
      'very many small parts': ({ dataset }) =>
        upload(Array.from({ length: dataset.sizes.many }, (_, i) => ({ field: `f${i}`, content: 'x' }))),
    },
    400,
  ),
  ...casesOf('files.get', {
    'on very many messages': ({ dataset }) => by(dataset.chatty, get(`files/${dataset.file}`)),
    'on very many messages, for its agent': ({ dataset }) => by(dataset.queued, get(`files/${dataset.file}`)),
  }),
  ...casesOf(
    'files.get',
    {
      'on very many messages, for somebody else': ({ dataset }) =>
        by(dataset.listener, get(`files/${dataset.file}`)),
    },
    404,
  ),
  ...casesOf('files.content', { '25 MiB': async (scene) => get(`files/${await uploaded(scene)}/content`) }),
  ...casesOf(
    'files.content',
    {
      'all but a byte of 25 MiB': async (scene) => ({
        ...get(`files/${await uploaded(scene)}/content`),
        headers: { Range: 'bytes=1-' },
      }),
    },
    206,
  ),
];
