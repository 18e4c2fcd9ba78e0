import { createRequire } from 'node:module';
import type Driver from 'better-sqlite3';
import { CannotDo } from '../../ending.ts';
import type { SourceFile } from '../files/text.ts';
import type { Place, SourceItem } from '../items.ts';
import type { Source } from '../source.ts';
import { dateReader } from '../sources/cells.ts';

/** The SQLite database of Vibe Kanban: attempts become comments. Tables and columns of all versions are read. */
export const vibeKanban: Source = {
  name: 'vibe-kanban',
  reads: 'the SQLite database of Vibe Kanban (db.sqlite)',
  files: /\.(sqlite3?|db)$/i,
  async *read(files) {
    for (const file of files) yield* readDatabase(file);
  },
};

type Row = Readonly<Record<string, unknown>>;

function* readDatabase(file: SourceFile): Generator<SourceItem> {
  const database = open(file);
  const place = { file: file.name };
  try {
    const columns = (table: string): Set<unknown> =>
      new Set(
        (database.prepare('SELECT name FROM pragma_table_info(?)').all(table) as Row[]).map(
          ({ name }) => name,
        ),
      );
    const tasks = columns('tasks');
    if (!tasks.has('project_id'))
      throw new CannotDo(`${file.name} is not a database of Vibe Kanban: it has no tasks with projects.`);
    // Attempts were renamed to workspaces, and their agent moved to sessions.
    const attempts = columns('workspaces').size > 0 ? 'workspaces' : 'task_attempts';
    const link = tasks.has('parent_workspace_id') ? 'parent_workspace_id' : 'parent_task_attempt';
    const has = columns(attempts);
    const executor = columns('sessions').has('executor')
      ? `(SELECT group_concat(DISTINCT executor) FROM sessions WHERE workspace_id = a.id)`
      : has.has('executor')
        ? 'a.executor'
        : 'NULL';
    const parent = tasks.has(link) ? `(SELECT a.task_id FROM ${attempts} a WHERE a.id = t.${link})` : 'NULL';
    const list = database.prepare(
      `SELECT t.*, p.name AS project, ${parent} AS parent FROM tasks t LEFT JOIN projects p ON p.id = t.project_id
       ORDER BY t.created_at, t.rowid`,
    );
    for (const row of list.iterate() as IterableIterator<Row>) yield* taskOf(row, place);
    if (has.size === 0) return;
    const worked = database.prepare(
      `SELECT a.*, ${executor} AS agent FROM ${attempts} a WHERE a.task_id IS NOT NULL ORDER BY a.created_at, a.rowid`,
    );
    for (const row of worked.iterate() as IterableIterator<Row>) yield* attemptOf(row, place);
  } catch (error) {
    if (error instanceof CannotDo) throw error;
    throw new CannotDo(`${file.name} cannot be read as a database: ${(error as Error).message}.`);
  } finally {
    database.close();
  }
}

/** The driver of the server; the command line installs without it. */
function open({ path, name }: SourceFile): Driver.Database {
  const require = createRequire(import.meta.url);
  let version: string;
  try {
    ({ version } = require('better-sqlite3/package.json') as { readonly version: string });
  } catch {
    throw new CannotDo(`Reading ${name} needs the package better-sqlite3. Install it beside @tandem/cli.`);
  }
  // Version 13 crashes on Node 20.
  if (Number.parseInt(process.versions.node, 10) < 22 && Number.parseInt(version, 10) >= 13)
    throw new CannotDo(`Reading ${name} on Node ${process.versions.node} needs better-sqlite3@12.`);
  const Database = require('better-sqlite3') as typeof Driver;
  try {
    return new Database(path ?? name, { readonly: true, fileMustExist: true });
  } catch (error) {
    throw new CannotDo(`${name} cannot be opened: ${(error as Error).message}.`);
  }
}

/** Ids are UUIDs in 16 bytes. */
const idOf = (value: unknown): string | undefined =>
  Buffer.isBuffer(value)
    ? value.toString('hex')
    : value === null || value === undefined
      ? undefined
      : String(value);

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() ? value : undefined;

function* taskOf(row: Row, place: Place): Generator<SourceItem> {
  const { date, warnings } = dateReader(place, undefined);
  const status = textOf(row.status);
  const project = idOf(row.project_id);
  yield {
    type: 'task',
    place,
    id: idOf(row.id) ?? '',
    title: textOf(row.title) ?? '',
    description: textOf(row.description),
    status: status?.replace(/^in(progress|review)$/, 'in $1'),
    parent: idOf(row.parent),
    project: project === undefined ? undefined : { id: project, title: textOf(row.project) ?? project },
    createdAt: date(textOf(row.created_at)),
    completedAt: status === 'done' ? date(textOf(row.updated_at)) : undefined,
  };
  yield* warnings;
}

function* attemptOf(row: Row, place: Place): Generator<SourceItem> {
  const { date, warnings } = dateReader(place, undefined);
  const agent = textOf(row.agent);
  const branch = textOf(row.branch);
  const id = idOf(row.id) ?? '';
  const parts = ['Attempt', agent && `by ${agent}`, branch && `on the branch ${branch}`, textOf(row.pr_url)];
  yield {
    type: 'comment',
    place,
    id: `attempt-${id}`,
    task: idOf(row.task_id) ?? '',
    author: agent === undefined ? undefined : { id: agent, name: agent },
    body: parts.filter(Boolean).join(' '),
    createdAt: date(textOf(row.created_at)),
  };
  yield* warnings;
}
