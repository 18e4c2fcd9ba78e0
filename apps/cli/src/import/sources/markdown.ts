import { parse } from 'yaml';
import { type Json, jsonOf, textIn, textsIn } from '../files/json.ts';
import { type Line, linesOf, type SourceFile } from '../files/text.ts';
import { type SourceItem, skipped } from '../items.ts';
import type { Source } from '../source.ts';
import { dateReader } from './cells.ts';
import { checkItems } from './check-list.ts';

/** Folders of Backlog.md, a task a file, and files with check lists. */
export const markdown: Source = {
  name: 'markdown',
  reads: 'folders of Backlog.md, and Markdown files with check lists (- [ ])',
  files: /\.md$/i,
  async *read(files) {
    for (const file of files) yield* readFile(file);
  },
};

/** Maximum lines of front matter; a longer block is treated as text. */
const MAX_FRONT_MATTER = 500;
/** Folders of Backlog.md that contain no tasks. */
const OTHER = /(^|[\\/])(docs|decisions|milestones)[\\/]/;

async function* readFile(file: SourceFile): AsyncGenerator<SourceItem> {
  if (OTHER.test(file.name)) return;
  const lines: Line[] = [];
  for await (const line of linesOf(file)) lines.push(line);
  const end = lines[0]?.text === '---' ? lines.findIndex(({ text }, at) => at > 0 && text === '---') : -1;
  const hasFrontMatter = end > 0 && end < MAX_FRONT_MATTER;
  const fields = hasFrontMatter ? fieldsIn(lines.slice(1, end)) : {};
  const body = hasFrontMatter ? lines.slice(end + 1) : lines;
  if (fields === null) yield skipped({ file: file.name, line: 1 }, 'the front matter is not valid YAML');
  else if (fields.id !== undefined && fields.title !== undefined) yield* taskOf(fields, body, file);
  else yield* checkItems(body, file.name);
}

function fieldsIn(lines: readonly Line[]): Json | null {
  try {
    // Dates and numbers stay as written.
    return (
      jsonOf(parse(lines.map(({ text }) => text).join('\n'), { schema: 'failsafe', maxAliasCount: 0 })) ?? {}
    );
  } catch {
    return null;
  }
}

/** Ids are written in both cases. */
const idOf = (text: string) => text.trim().toUpperCase();

function* taskOf(fields: Json, body: readonly Line[], file: SourceFile): Generator<SourceItem> {
  const place = { file: file.name, line: 1 };
  const id = idOf(textIn(fields.id) ?? '');
  const title = textIn(fields.title);
  if (!id || !title) return yield skipped(place, `the task has no ${id ? 'title' : 'id'}`);
  const { date, warnings } = dateReader(place, undefined);
  const people = listIn(fields.assignee);
  const milestone = textIn(fields.milestone);
  const author = listIn(fields.reporter)[0];
  yield {
    type: 'task',
    place,
    id,
    title,
    description: descriptionIn(body),
    status: /(^|[\\/])drafts[\\/]/.test(file.name) ? 'draft' : textIn(fields.status),
    priority: textIn(fields.priority),
    labels: [...listIn(fields.labels), ...(milestone ? [milestone] : [])],
    assignee: people[0] === undefined ? undefined : named(people[0]),
    author: author === undefined ? undefined : named(author),
    parent: textIn(fields.parent_task_id) && idOf(textIn(fields.parent_task_id) ?? ''),
    createdAt: date(textIn(fields.created_date)),
    dueAt: date(textIn(fields.due_date) ?? textIn(fields.dueDate)),
    archived: /(^|[\\/])archive[\\/]/.test(file.name),
  };
  for (const on of listIn(fields.dependencies)) {
    yield { type: 'relation', place, kind: 'blocks', from: idOf(on), to: id };
  }
  yield* warnings;
}

const named = (name: string) => ({ id: name.replace(/^@/, ''), name: name.replace(/^@/, '') });

const listIn = (value: unknown): string[] => (Array.isArray(value) ? textsIn(value) : textsIn([value]));

/** The text without the marks by which Backlog.md finds its sections. */
const descriptionIn = (body: readonly Line[]): string =>
  body
    .map(({ text }) => text)
    .filter((text) => !/^<!-- (SECTION:\w+|AC|DOD):(BEGIN|END) -->$/.test(text.trim()))
    .join('\n')
    .trim();
