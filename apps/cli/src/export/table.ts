import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { stringify } from 'csv-stringify/sync';
import type { ExportRecord } from './records.ts';

/** The columns of tasks.csv, named as in the API. Names stand for ids. */
const COLUMNS = [
  ...['taskNumber', 'title', 'status', 'priority', 'effort', 'assignedTo', 'project', 'parentTaskNumber'],
  ...['labels', 'tags', 'dueDate', 'createdAt', 'updatedAt', 'completedAt', 'archived', 'createdBy'],
  ...['externalId', 'description'],
];

/** `escape_formulas` puts a quote before texts that a spreadsheet would calculate. A bare CR would end the row. */
const rowOf = (values: readonly unknown[]): string =>
  stringify([[...values]], {
    escape_formulas: true,
    quoted_match: /\r/,
    record_delimiter: 'windows',
    cast: { boolean: String },
  });

/** Spreadsheets take a file without it for an older encoding. */
const BYTE_ORDER_MARK = '\ufeff';

/** Writes the tasks of an export for spreadsheets. */
export class TaskTable {
  readonly #file: WriteStream;
  /** Names of members, projects and labels by id. */
  readonly #names = new Map<unknown, unknown>();

  constructor(path: string) {
    this.#file = createWriteStream(path, { mode: 0o600, flush: true });
    // Reported by `end`.
    this.#file.on('error', () => undefined);
    this.#file.write(BYTE_ORDER_MARK + rowOf(COLUMNS));
  }

  async add(record: ExportRecord): Promise<void> {
    if (record.type === 'member' || record.type === 'label') this.#names.set(record.id, record.name);
    if (record.type === 'project') this.#names.set(record.id, record.title);
    if (record.type !== 'task') return;
    if (!this.#file.write(rowOf(this.#valuesOf(record)))) await once(this.#file, 'drain');
  }

  async end(): Promise<void> {
    this.#file.end();
    await finished(this.#file);
  }

  #valuesOf(task: ExportRecord): unknown[] {
    const named = (id: unknown) => this.#names.get(id) ?? id;
    const externalId = task.externalId as { readonly source: string; readonly id: string } | null;
    const values: Readonly<Record<string, unknown>> = {
      ...task,
      assignedTo: named(task.assignedTo),
      createdBy: named(task.createdBy),
      project: named(task.projectId),
      labels: (task.labels as readonly unknown[]).map(named).join(', '),
      tags: (task.tags as readonly string[]).join(', '),
      externalId: externalId && `${externalId.source}:${externalId.id}`,
    };
    return COLUMNS.map((column) => values[column]);
  }
}
