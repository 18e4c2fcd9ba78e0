import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Raw } from './client.ts';
import { type Desk, must, type Writer, write } from './desk.ts';
import { createTask } from './task-writer.ts';

const FILES_IN_A_ROUND = 3;

/** Uploads files and attaches them to a task of its own. */
export function fileWriter(name: string): Writer {
  let rounds = 0;
  return {
    // An upload that is repeated is another file.
    settle: async () => undefined,
    round: async (desk) => {
      const round = `${name}-${rounds++}`;
      let task: string | undefined;
      for (let i = 0; i < FILES_IN_A_ROUND; i++) {
        const fileName = `${round}-${i}.bin`;
        // Most are small; some come in many pieces.
        const content = randomBytes(randomInt(randomInt(5) === 0 ? 400_000 : 20_000));
        const file = await upload(desk, fileName, content);
        task ??= await createTask(desk, round);
        await attach(desk, task, file, fileName);
      }
    },
  };
}

async function upload(desk: Desk, fileName: string, content: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const file = await write(desk, {
    kind: 'upload',
    asked: { fileName, size: content.length, sha256 },
    key: desk.staff.person,
    question: { path: 'files', body: multipart(fileName, content) },
    read: (answer) => ({ id: must(answer, 201).id }),
  });
  return file?.id as string;
}

const attach = (desk: Desk, task: string, file: string, fileName: string) =>
  write(desk, {
    kind: 'attach',
    asked: { task, file, fileName },
    key: desk.staff.person,
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
