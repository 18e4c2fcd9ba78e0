import { CannotDo } from '../../ending.ts';
import { type Row, tableOf } from '../files/csv.ts';
import type { SourceFile } from '../files/text.ts';
import { type Person, type SourceItem, type SourceRelation, skipped, warning } from '../items.ts';
import type { ReadOptions, Source } from '../source.ts';
import { dateReader, personOf } from './cells.ts';

/** Jira's CSV export of all fields. A field with several values has several columns of one name. */
export const jira: Source = {
  name: 'jira',
  reads: "Jira's CSV export (Issues, Export, CSV, all fields), of Cloud and Data Center",
  files: /\.csv$/i,
  async *read(files, options) {
    for (const file of files) yield* readFile(file, options);
  },
};

async function* readFile(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceItem> {
  const { header, rows } = await tableOf(file);
  const names = header.map((name) => name.toLowerCase());
  if (!names.includes('issue key') || !names.includes('summary'))
    throw new CannotDo(`${file.name} is not Jira's CSV export: it has no columns Issue key and Summary.`);
  const links = header.filter((name) => LINK.test(name));
  for await (const row of rows) yield* itemsOf(row, [...new Set(links)], options);
}

/** Types that say nothing more than "task". */
const PLAIN_TYPE = /^(task|sub-?task)$/i;
/** Resolutions of issues that won't be done. */
const NOT_DONE = /won'?t|duplicate|declined|cannot reproduce|incomplete|invalid|obsolete|abandon|not a bug/i;

function* itemsOf(row: Row, links: readonly string[], options: ReadOptions): Generator<SourceItem> {
  const { place } = row;
  const id = row.get('Issue key');
  const title = row.get('Summary');
  if (!id || !title) return yield skipped(place, `the row has no ${id ? 'summary' : 'issue key'}`);
  const { date, warnings } = dateReader(place, options.dates);
  const type = row.get('Issue Type');
  const project = row.get('Project name', 'Project key');
  const resolution = row.get('Resolution');
  const category = row.get('Status Category');
  const completedAt = date(row.get('Resolved'));
  yield {
    type: 'task',
    place,
    id,
    aliases: row.all('Issue id'),
    title,
    description: row.get('Description'),
    status: row.get('Status'),
    statusCategory:
      resolution && NOT_DONE.test(resolution) ? 'canceled' : (category ?? (completedAt && 'done')),
    priority: row.get('Priority'),
    labels: [
      ...row.all('Labels'),
      ...row.all('Components', 'Component/s'),
      ...row.all('Fix versions', 'Fix Version/s'),
      ...row.all('Sprint'),
      ...(type && !PLAIN_TYPE.test(type) ? [type.toLowerCase()] : []),
    ],
    assignee: accountOf(row, 'Assignee'),
    author: accountOf(row, 'Reporter') ?? accountOf(row, 'Creator'),
    parent: row.get('Parent key', 'Parent', 'Parent id', 'Custom field (Epic Link)', 'Epic Link'),
    project: project === undefined ? undefined : { id: row.get('Project key') ?? project, title: project },
    createdAt: date(row.get('Created')),
    completedAt,
    dueAt: date(row.get('Due date')),
    estimate: row.get('Custom field (Story Points)', 'Custom field (Story point estimate)', 'Story Points'),
  };
  for (const [at, comment] of row.all('Comment').entries()) {
    const [, moment = '', author = '', body = ''] = /^([^;]*);([^;]*);([\s\S]+)$/.exec(comment) ?? [];
    yield {
      type: 'comment',
      place,
      id: `${id}/comment-${at + 1}`,
      task: id,
      author: personOf(author),
      body: body || comment,
      createdAt: body ? date(moment) : undefined,
    };
  }
  yield* warnings;
  for (const link of links) for (const other of row.all(link)) yield relationOf(link, id, other, row);
  const attachments = row.all('Attachment').length;
  if (attachments > 0)
    yield warning(
      place,
      `${id} has ${attachments} attachment${attachments === 1 ? '' : 's'}, which the file does not contain`,
    );
  if (row.isTooLong) yield warning(place, 'the row has more cells than the header; they are left out');
}

/** Cloud exports names and account ids in two columns. */
function accountOf(row: Row, role: string): Person | undefined {
  const shown = row.get(role);
  const account = row.get(`${role} Id`);
  if (account === undefined) return personOf(shown);
  const person = personOf(shown);
  return { id: account, name: person?.name, email: person?.email };
}

const LINK = /^(in|out)ward issue link \((.+)\)$/i;

function relationOf(column: string, id: string, other: string, { place }: Row): SourceRelation {
  const [, way = '', type = ''] = LINK.exec(column) ?? [];
  const isOutward = way.toLowerCase() === 'out';
  const kind = /^block/i.test(type) ? 'blocks' : /^duplicate/i.test(type) ? 'duplicate_of' : 'related';
  return { type: 'relation', place, kind, from: isOutward ? id : other, to: isOutward ? other : id };
}
