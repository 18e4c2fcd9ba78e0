import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { CannotDo } from '../../ending.ts';
import { type Json, objectLinesOf } from '../files/json.ts';
import { linesOf, type SourceFile } from '../files/text.ts';
import type { PreparedImport } from '../prepared.ts';
import type { ImportRecord, PlacedRecord } from '../records.ts';
import { counted } from '../report.ts';

/** The types that a server imports, in the order of an export, with their plurals. The rest is left out. */
const IMPORTED: Readonly<Record<string, string>> = {
  member: 'members',
  label: 'labels',
  initiative: 'initiatives',
  goal: 'goals',
  verification: 'verifications',
  project: 'projects',
  file: 'files',
  task: 'tasks',
  relation: 'relations',
  comment: 'comments',
  attachment: 'attachments',
  criterion: 'criteria',
  result: 'results',
  question: 'questions',
  wait: 'waits',
  view: 'views',
};
const TYPES = Object.keys(IMPORTED);

/** Reads an export of Tandem (docs/export.md). It must be complete: its last line has a digest of the others. */
export async function tandemExport(files: readonly SourceFile[]): Promise<PreparedImport> {
  const [file, ...more] = files;
  if (!file || more.length > 0)
    throw new CannotDo('Import one export at a time: name its export.jsonl or its folder.');
  const { counts, subtasks } = await checked(file);
  const count = (type: string) => counts.get(type) ?? 0;
  const leftOut = [...counts].filter(([type]) => !(type in IMPORTED));
  const others = TYPES.filter((type) => type !== 'task' && count(type) > 0);
  return {
    total: TYPES.reduce((sum, type) => sum + count(type), 0),
    report: [
      `${counted(count('task'), 'task')}, ${counted(subtasks, 'of them a sub-task', 'of them sub-tasks')}`,
      ...(others.length === 0
        ? []
        : [others.map((type) => counted(count(type), type, IMPORTED[type])).join(', ')]),
      ...(leftOut.length === 0
        ? []
        : [`Not imported: ${leftOut.map(([type, number]) => counted(number, type)).join(', ')}`]),
    ],
    ...(file.path !== undefined && { contents: join(dirname(file.path), 'files') }),
    records: () => recordsIn(file),
    close: () => undefined,
  };
}

async function* recordsIn(file: SourceFile): AsyncGenerator<PlacedRecord> {
  for await (const { value, place } of objectLinesOf(file))
    if (value && String(value.type) in IMPORTED) yield { record: value as ImportRecord, place };
}

interface Checked {
  readonly counts: ReadonlyMap<string, number>;
  readonly subtasks: number;
}

/** Reads the whole file once, so that nothing of a damaged export is imported. */
async function checked(file: SourceFile): Promise<Checked> {
  const hash = createHash('sha256');
  const counts = new Map<string, number>();
  let subtasks = 0;
  let digest: unknown;
  let isFirst = true;
  for await (const { text, number } of linesOf(file)) {
    if (digest !== undefined)
      throw new CannotDo(`${file.name}:${number}: text follows the end of the export.`);
    const value = objectIn(text, file, number);
    if (isFirst) checkHeader(value, file);
    else if (value.type === 'end') digest = value.sha256;
    else {
      const type = String(value.type);
      counts.set(type, (counts.get(type) ?? 0) + 1);
      if (type === 'task' && value.parentTaskNumber !== null) subtasks++;
    }
    if (digest === undefined) hash.update(`${text}\n`);
    isFirst = false;
  }
  if (isFirst) throw new CannotDo(`${file.name} is empty.`);
  if (digest === undefined)
    throw new CannotDo(`${file.name} is incomplete: its last line is missing. Export again.`);
  if (digest !== hash.digest('hex'))
    throw new CannotDo(`${file.name} was changed or damaged: its digest does not match. Export again.`);
  return { counts, subtasks };
}

function objectIn(text: string, file: SourceFile, line: number): Json {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Json;
  } catch {
    // Reported below.
  }
  throw new CannotDo(`${file.name}:${line} is not a JSON object.`);
}

function checkHeader({ format, version }: Json, { name }: SourceFile): void {
  if (format !== 'tandem-export')
    throw new CannotDo(`${name} is no export of Tandem: tandem export makes one.`);
  if (version !== 1) throw new CannotDo(`${name} has the version ${version}. Upgrade tandem to import it.`);
}
