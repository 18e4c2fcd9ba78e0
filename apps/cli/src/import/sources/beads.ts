import { type Json, objectLinesOf, objectsIn, textIn, textsIn } from '../files/json.ts';
import { type Place, type SourceItem, type SourceRelation, skipped } from '../items.ts';
import type { Source } from '../source.ts';
import { dateReader, personOf } from './cells.ts';
import { joined, section } from './text.ts';

/** The JSON Lines of Beads (`bd export`, `.beads/issues.jsonl`), an issue a line. */
export const beads: Source = {
  name: 'beads',
  reads: 'JSON Lines of Beads: bd export, or .beads/issues.jsonl',
  files: /(issues|beads)\.jsonl$/i,
  async *read(files) {
    for (const file of files) {
      for await (const { value, place } of objectLinesOf(file)) {
        if (value) yield* itemsOf(value, place);
        else yield skipped(place, 'the line is not a JSON object');
      }
    }
  },
};

function* itemsOf(issue: Json, place: Place): Generator<SourceItem> {
  const kind = textIn(issue._type);
  if (kind !== undefined && kind !== 'issue')
    return yield skipped(place, `the entry is a ${kind}, not an issue`);
  const id = textIn(issue.id);
  const title = textIn(issue.title);
  if (!id || !title) return yield skipped(place, `the issue has no ${id ? 'title' : 'id'}`);
  const status = textIn(issue.status);
  if (status === 'tombstone') return yield skipped(place, `${id} was deleted`);
  const { date, warnings } = dateReader(place, undefined);
  const dependencies = objectsIn(issue.dependencies).flatMap((each) => dependencyIn(each) ?? []);
  const type = textIn(issue.issue_type);
  const minutes = Number(issue.estimated_minutes ?? Number.NaN);
  const reference = textIn(issue.external_ref);
  const closedAt = date(textIn(issue.closed_at));
  const reason = textIn(issue.close_reason);
  yield {
    type: 'task',
    place,
    id,
    url: reference && /^https?:/.test(reference) ? reference : undefined,
    title,
    description: joined(
      textIn(issue.description),
      section('Design', textIn(issue.design)),
      section('Acceptance criteria', textIn(issue.acceptance_criteria)),
      section('Notes', textIn(issue.notes)),
    ),
    status,
    priority: issue.priority === undefined ? undefined : `p${textIn(issue.priority)}`,
    labels: [...textsIn(issue.labels), ...(type && type !== 'task' ? [type] : [])],
    assignee: personOf(textIn(issue.assignee)),
    author: personOf(textIn(issue.created_by)),
    parent: textIn(issue.parent) ?? dependencies.find((each) => each.type === 'parent-child')?.on,
    createdAt: date(textIn(issue.created_at)),
    completedAt: closedAt,
    dueAt: date(textIn(issue.due_at)),
    estimate: Number.isNaN(minutes) ? undefined : effortOfMinutes(minutes),
  };
  for (const { on, type } of dependencies) {
    if (type !== 'parent-child') yield relationOf(type, id, on, place);
  }
  for (const [at, comment] of objectsIn(issue.comments).entries()) {
    yield {
      type: 'comment',
      place,
      id: `${id}/comment-${textIn(comment.id) ?? at + 1}`,
      task: id,
      author: personOf(textIn(comment.author)),
      body: textIn(comment.text) ?? '',
      createdAt: date(textIn(comment.created_at)),
    };
  }
  if (reason !== undefined)
    yield {
      type: 'comment',
      place,
      id: `${id}/closed`,
      task: id,
      body: `Closed: ${reason}`,
      createdAt: closedAt,
    };
  yield* warnings;
}

interface Dependency {
  readonly on: string;
  readonly type: string;
}

function dependencyIn(given: Json): Dependency | null {
  const on = textIn(given.depends_on_id) ?? textIn(given.id);
  return on === undefined
    ? null
    : { on, type: textIn(given.type) ?? textIn(given.dependency_type) ?? 'blocks' };
}

/** Types by which an issue waits for the other; Beads has no opposite of most of them. */
const WAITS = new Set(['blocks', 'blocked-by', 'conditional-blocks', 'waits-for']);

function relationOf(type: string, id: string, on: string, place: Place): SourceRelation {
  if (WAITS.has(type)) return { type: 'relation', place, kind: 'blocks', from: on, to: id };
  return {
    type: 'relation',
    place,
    kind: type === 'duplicates' ? 'duplicate_of' : 'related',
    from: id,
    to: on,
  };
}

/** Minutes up to which a task has this effort: an hour, half a day, a day, a week. */
const MINUTES: readonly (readonly [minutes: number, effort: string])[] = [
  [60, 'xs'],
  [240, 's'],
  [480, 'm'],
  [2_400, 'l'],
];

const effortOfMinutes = (minutes: number): string => MINUTES.find(([most]) => minutes <= most)?.[1] ?? 'xl';
