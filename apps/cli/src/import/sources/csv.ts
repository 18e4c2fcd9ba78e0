import { CannotDo } from '../../ending.ts';
import { type Row, tableOf } from '../files/csv.ts';
import type { SourceFile } from '../files/text.ts';
import { type SourceItem, skipped, warning } from '../items.ts';
import type { ReadOptions, Source } from '../source.ts';
import { dateReader, listIn, personOf } from './cells.ts';

/** Fields of a task, and the columns that usually hold them, the likeliest first. */
const FIELDS = {
  id: ['id', 'key', 'number', 'issue key', 'task id', 'externalid', 'ref', 'tasknumber'],
  title: ['title', 'name', 'summary', 'task', 'task name', 'subject', 'todo', 'item', 'content'],
  description: ['description', 'notes', 'details', 'body', 'text'],
  status: ['status', 'state', 'stage', 'column', 'list', 'section', 'section/column', 'done', 'completed'],
  priority: ['priority', 'importance', 'severity'],
  labels: ['labels', 'label', 'tags', 'tag', 'category', 'type'],
  assignee: ['assignee', 'assigned to', 'assignedto', 'owner', 'responsible', 'assignee email'],
  author: ['creator', 'author', 'created by', 'createdby', 'reporter'],
  parent: ['parent', 'parent id', 'parent task', 'parent issue', 'parenttasknumber', 'epic'],
  project: ['project', 'project name', 'board', 'milestone'],
  created: ['created', 'created at', 'createdat', 'creation date', 'date created', 'date'],
  completed: ['completed at', 'completedat', 'completed on', 'closed at', 'resolved', 'finished'],
  due: ['due', 'due date', 'duedate', 'deadline', 'due on'],
  estimate: ['estimate', 'effort', 'points', 'story points', 'size'],
  blockedBy: ['blocked by', 'blockedby', 'depends on', 'dependencies', 'predecessors'],
  related: ['related to', 'related'],
  url: ['url', 'link', 'permalink'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type Field = keyof typeof FIELDS;
export const CSV_FIELDS = Object.keys(FIELDS) as readonly Field[];

/** Any CSV file, with a map from columns to fields. */
export const csv: Source = {
  name: 'csv',
  reads: 'any CSV file, with a map from columns to fields; --guess proposes one',
  files: /\.csv$/i,
  async *read(files, options) {
    for (const file of files) yield* readFile(file, options);
  },
};

/** The map of a header: each field with the column whose name fits best. */
export function guessColumns(header: readonly string[]): Partial<Record<Field, string>> {
  const free = new Set(header);
  const columns: Partial<Record<Field, string>> = {};
  for (const field of CSV_FIELDS) {
    const names: readonly string[] = FIELDS[field];
    const plain = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, ' ').trim();
    const found = names.flatMap((name) => [...free].find((each) => plain(each) === name) ?? [])[0];
    if (found === undefined) continue;
    columns[field] = found;
    free.delete(found);
  }
  return columns;
}

/** A map for the first file, to be corrected by hand. */
export async function guessedMap([file]: readonly SourceFile[]): Promise<{ readonly columns: object }> {
  if (!file) throw new CannotDo('Name a CSV file.');
  return { columns: guessColumns((await tableOf(file)).header) };
}

async function* readFile(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceItem> {
  const { header, rows } = await tableOf(file);
  const columns = options.columns ?? guessColumns(header);
  check(columns, header, file);
  const titles = new Map<string, number>();
  for await (const row of rows) yield* itemsOf(row, columns, { ...options, titles });
}

type Columns = NonNullable<ReadOptions['columns']>;

function check(columns: Columns, header: readonly string[], { name }: SourceFile): void {
  const known = new Set(header.map((each) => each.toLowerCase()));
  for (const [field, wanted] of Object.entries(columns)) {
    if (!(field in FIELDS))
      throw new CannotDo(`The map names the field "${field}". Fields are ${CSV_FIELDS.join(', ')}.`);
    for (const column of [wanted].flat()) {
      if (!known.has(column.toLowerCase()))
        throw new CannotDo(`${name} has no column "${column}". Its columns are ${header.join(', ')}.`);
    }
  }
  if (columns.title === undefined)
    throw new CannotDo(
      `${name} has no column for titles. Write a map: tandem import csv ${name} --guess > map.json`,
    );
}

/** Counts the rows with each title, which identifies a row without an id. */
type RowOptions = ReadOptions & { readonly titles: Map<string, number> };

function idOf(title: string, { titles }: RowOptions): string {
  const count = (titles.get(title) ?? 0) + 1;
  titles.set(title, count);
  return count === 1 ? title : `${title} (${count})`;
}

function* itemsOf(row: Row, columns: Columns, options: RowOptions): Generator<SourceItem> {
  const { place } = row;
  const all = (field: Field) => row.all(...[columns[field] ?? []].flat());
  const one = (field: Field) => all(field)[0];
  const title = one('title');
  if (!title) return yield skipped(place, 'the row has no title');
  const { date, warnings } = dateReader(place, options.dates);
  const id = one('id') ?? idOf(title, options);
  const project = one('project');
  const status = one('status');
  yield {
    type: 'task',
    place,
    id,
    url: one('url'),
    title,
    description: all('description').join('\n\n') || undefined,
    // Check boxes of spreadsheets.
    status: /^(true|yes|x)$/i.test(status ?? '')
      ? 'done'
      : /^(false|no)$/i.test(status ?? '')
        ? 'todo'
        : status,
    priority: one('priority'),
    labels: all('labels').flatMap((cell) => listIn(cell)),
    assignee: personOf(one('assignee')),
    author: personOf(one('author')),
    parent: one('parent'),
    project: project === undefined ? undefined : { id: project, title: project },
    createdAt: date(one('created')),
    completedAt: date(one('completed')),
    dueAt: date(one('due')),
    estimate: one('estimate'),
  };
  yield* warnings;
  for (const from of all('blockedBy').flatMap((cell) => listIn(cell)))
    yield { type: 'relation', place, kind: 'blocks', from, to: id };
  for (const to of all('related').flatMap((cell) => listIn(cell)))
    yield { type: 'relation', place, kind: 'related', from: id, to };
  if (row.isTooLong) yield warning(place, 'the row has more cells than the header; they are left out');
}
