import { existsSync, openAsBlob } from 'node:fs';
import type { Tandem } from '@tandem/client';
import type { ImportRecord } from '../records.ts';
import type { Receiver, SentRecord } from '../send.ts';

/** How long an upload is retried while the server is away, and how long it may take. */
const PATIENCE = { retryMs: 60_000, tries: Infinity, timeoutMs: 600_000 };

/** A receiver that uploads the contents of files that the server does not have. They are in a folder, by their ids. */
export function withContents(receiver: Receiver, tandem: Tandem, folder: string): Receiver {
  const upload = async (record: ImportRecord): Promise<ImportRecord | undefined> => {
    const path = pathOf(folder, record);
    if (path === undefined) return undefined;
    const content = await openAsBlob(path);
    const name = String(record.fileName ?? record.id);
    const { id: uploadId } = await tandem.files.upload({ name, content }, PATIENCE);
    return { ...record, uploadId };
  };

  const sendFiles = async (records: readonly ImportRecord[]): Promise<SentRecord[]> => {
    const results = [...(await receiver.send(records))];
    for (const [at, record] of records.entries()) {
      if (record.type !== 'file' || results[at]?.outcome !== 'skipped') continue;
      const uploaded = await upload(record);
      const [result] = uploaded ? await receiver.send([uploaded]) : [];
      if (result) results[at] = result;
    }
    return results;
  };

  return {
    send: async (records) => {
      // Attachments refer to files, so these must be complete first.
      const end = records.findLastIndex(({ type }) => type === 'file') + 1;
      const [files, others] = [records.slice(0, end), records.slice(end)];
      return [
        ...(files.length > 0 ? await sendFiles(files) : []),
        ...(others.length > 0 ? await receiver.send(others) : []),
      ];
    },
  };
}

/** An id of an export could be any text. */
const ID = /^[\w-]{1,100}$/;

function pathOf(folder: string, { id }: ImportRecord): string | undefined {
  if (typeof id !== 'string' || !ID.test(id)) return undefined;
  const path = `${folder}/${id}`;
  return existsSync(path) ? path : undefined;
}
