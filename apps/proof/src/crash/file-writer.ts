import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Raw } from './client.ts';
import { type KeyedWrites, keyedWrites, must, type Writer, type WriterContext } from './context.ts';
import { createTask } from './task-writer.ts';

const FILES_IN_A_ROUND = 3;

/** Uploads files and attaches them to its own task. */
export function fileWriter(name: string): Writer {
  let rounds = 0;
  const writes = keyedWrites(name);
  return {
    settle: writes.settle,
    round: async (context) => {
      const round = `${name}-${rounds++}`;
      let task: string | undefined;
      for (let i = 0; i < FILES_IN_A_ROUND; i++) {
        const fileName = `${round}-${i}.bin`;
        // Most are small; some arrive in many chunks.
        const content = randomBytes(randomInt(randomInt(5) === 0 ? 400_000 : 20_000));
        const file = await upload(writes, context, fileName, content);
        task ??= await createTask(writes, context, round);
        await attach(writes, context, task, file, fileName);
      }
    },
  };
}

async function upload(
  { write }: KeyedWrites,
  context: WriterContext,
  fileName: string,
  content: Buffer,
): Promise<string> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const file = await write(context, {
    kind: 'upload',
    asked: { fileName, size: content.length, sha256 },
    key: context.accounts.person,
    question: { path: 'files', body: multipart(fileName, content) },
    read: (answer) => ({ id: must(answer, 201).id }),
  });
  return file?.id as string;
}

const attach = (
  { write }: KeyedWrites,
  context: WriterContext,
  task: string,
  file: string,
  fileName: string,
) =>
  write(context, {
    kind: 'attach',
    asked: { task, file, fileName },
    key: context.accounts.person,
    question: { path: `tasks/${task}/attachments`, body: { fileId: file } },
    read: (answer) => ({ id: must(answer, 201).id }),
  });

const BOUNDARY = 'a-line-that-no-content-holds-7e1f4c';

/** A form with one file, as a browser would send it. */
function multipart(fileName: string, content: Buffer): Raw {
  const head =
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n` +
    'Content-Type: application/octet-stream\r\n\r\n';
  return {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    bytes: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  };
}
