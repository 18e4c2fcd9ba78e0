import { CannotDo } from '../../ending.ts';
import { type Row, tableOf } from '../files/csv.ts';
import type { SourceFile } from '../files/text.ts';
import { type SourceItem, skipped } from '../items.ts';
import type { ReadOptions, Source } from '../source.ts';
import { dateReader, listIn, personOf } from './cells.ts';

/** Linear's CSV export: 30 columns, or 34 with relations. Columns are found by name. */
export const linear: Source = {
  name: 'linear',
  reads: "Linear's CSV export (Settings, Import/Export, Export data)",
  files: /\.csv$/i,
  async *read(files, options) {
    for (const file of files) yield* readFile(file, options);
  },
};

async function* readFile(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceItem> {
  const { header, rows } = await tableOf(file);
  if (!header.includes('ID') || !header.includes('Title'))
    throw new CannotDo(`${file.name} is not Linear's CSV export: it has no columns ID and Title.`);
  for await (const row of rows) yield* itemsOf(row, options);
}

function* itemsOf(row: Row, options: ReadOptions): Generator<SourceItem> {
  const { place } = row;
  const id = row.get('ID');
  const title = row.get('Title');
  if (!id || !title) return yield skipped(place, `the row has no ${id ? 'title' : 'ID'}`);
  const { date, warnings } = dateReader(place, options.dates);
  const canceledAt = date(row.get('Canceled'));
  const completedAt = date(row.get('Completed')) ?? canceledAt;
  const project = row.get('Project');
  const cycle = row.get('Cycle Name') ?? row.get('Cycle Number');
  const milestone = row.get('Project Milestone');
  yield {
    type: 'task',
    place,
    id,
    aliases: row.all('UUID'),
    title,
    description: row.get('Description'),
    status: row.get('Status'),
    statusCategory: canceledAt ? 'canceled' : completedAt ? 'done' : row.get('Started') ? 'started' : 'todo',
    priority: row.get('Priority'),
    labels: [
      ...listIn(row.get('Labels'), /,\s*/),
      ...(cycle ? [/^\d+$/.test(cycle) ? `Cycle ${cycle}` : cycle] : []),
      ...(milestone ? [milestone] : []),
    ],
    assignee: personOf(row.get('Assignee')),
    author: personOf(row.get('Creator')),
    parent: row.get('Parent issue'),
    project: project === undefined ? undefined : { id: row.get('Project ID') ?? project, title: project },
    createdAt: date(row.get('Created')),
    completedAt,
    dueAt: date(row.get('Due Date')),
    estimate: row.get('Estimate'),
    archived: row.get('Archived') !== undefined,
  };
  yield* warnings;
  const relations = (column: string) => listIn(row.get(column), /,\s*/);
  for (const to of relations('Related to')) yield { type: 'relation', place, kind: 'related', from: id, to };
  for (const from of relations('Blocked by')) yield { type: 'relation', place, kind: 'blocks', from, to: id };
  for (const to of relations('Blocks')) yield { type: 'relation', place, kind: 'blocks', from: id, to };
  for (const to of relations('Duplicate of'))
    yield { type: 'relation', place, kind: 'duplicate_of', from: id, to };
}
