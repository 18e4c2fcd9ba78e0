import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Tandem } from '@tandem/client';
import { CannotDo } from '../ending.ts';
import { showProgress } from '../output/progress.ts';
import { saveLines } from './records.ts';
import { TaskTable } from './table.ts';

export interface ExportOptions {
  readonly out: string;
  readonly csv?: true;
  /** False: without the contents of files. */
  readonly files: boolean;
  readonly myChats?: true;
}

export interface Saved {
  readonly records: number;
  readonly files: number;
}

const LINES = 'export.jsonl';
const TABLE = 'tasks.csv';
/** A file has this ending until it is complete. */
const PARTIAL = '.partial';

/**
 * Saves an export to a new or empty folder. Contents come first under their final names, the lines last: a folder with
 * the lines is complete. An interrupted export is continued: contents that are complete are not downloaded again.
 */
export async function exportTo(tandem: Tandem, options: ExportOptions): Promise<Saved> {
  const { out, csv, files, myChats } = options;
  prepare(out);
  const at = (name: string) => join(out, name);
  const progress = showProgress();
  const table = csv ? new TaskTable(at(TABLE + PARTIAL)) : undefined;
  const contents: { readonly id: string; readonly size: number }[] = [];
  let records = 0;
  try {
    const response = await tandem.exports.read(myChats ? { include: ['my-chats'] } : {});
    if (!response.body) throw new CannotDo('The server sent an empty export.');
    await saveLines(response.body, at(LINES + PARTIAL), async (record) => {
      progress.at(`Exporting: ${++records} records …`);
      if (record.type === 'file') contents.push({ id: String(record.id), size: Number(record.size) });
      await table?.add(record);
    });
    await table?.end();
    if (files && contents.length > 0) {
      mkdirSync(at('files'), { recursive: true, mode: 0o700 });
      for (const [index, { id }] of contents.entries()) {
        progress.at(`Downloading file ${index + 1} of ${contents.length} …`);
        await saveContent(tandem, id, join(out, 'files', id));
      }
    }
    if (table) renameSync(at(TABLE + PARTIAL), at(TABLE));
    renameSync(at(LINES + PARTIAL), at(LINES));
    return { records, files: files ? contents.length : 0 };
  } catch (error) {
    for (const name of [LINES, TABLE]) rmSync(at(name + PARTIAL), { force: true });
    throw error;
  } finally {
    progress.end();
  }
}

/** Names of a folder that an interrupted export has left. */
const isLeftOver = (name: string) => name === 'files' || name.endsWith(PARTIAL);

function prepare(out: string): void {
  try {
    mkdirSync(out, { recursive: true, mode: 0o700 });
    if (readdirSync(out).every(isLeftOver)) return;
  } catch (error) {
    throw new CannotDo(`The folder ${out} cannot be used (${(error as NodeJS.ErrnoException).code}).`);
  }
  throw new CannotDo(`The folder ${out} is not empty. Export to a new folder.`);
}

/** An id becomes a file name, and a server could send any text. */
const ID = /^[\w-]{1,100}$/;

async function saveContent(tandem: Tandem, id: string, path: string): Promise<void> {
  if (!ID.test(id)) throw new CannotDo(`The export contains a file with the invalid id ${id}.`);
  if (existsSync(path)) return;
  const { body } = await tandem.files.content(id);
  const content = body ? Readable.fromWeb(body as never) : Readable.from([]);
  await pipeline(content, createWriteStream(path + PARTIAL, { mode: 0o600, flush: true }));
  renameSync(path + PARTIAL, path);
}
