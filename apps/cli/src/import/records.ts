import type { Person, Place, SourceComment } from './items.ts';
import { Fitting } from './limits.ts';
import type { MappedTask, Plan } from './scan.ts';
import { effortOf } from './words.ts';

/** A record of an import, as docs/export.md describes it. */
export type ImportRecord = Readonly<Record<string, unknown>> & { readonly type: string };

/** A record, and where its source has it, for messages. */
export interface PlacedRecord {
  readonly record: ImportRecord;
  readonly place?: Place | undefined;
}

/** Entries that can be read as often as needed, such as a spool. */
export interface Entries {
  items(): AsyncIterable<MappedTask | SourceComment>;
}

/** All records of an import, in an order in which every reference points backwards. */
export async function* recordsOf(plan: Plan, entries: Entries): AsyncGenerator<PlacedRecord> {
  for (const person of plan.people.values()) yield { record: memberOf(person) };
  for (const [externalId, title] of plan.projects) yield { record: { type: 'project', externalId, title } };
  for (let depth = 0, isMore = true; isMore; depth++) {
    isMore = false;
    for await (const item of entries.items()) {
      if (item.type !== 'task') continue;
      const own = plan.depthOf(item.id);
      if (own === depth) yield { record: taskOf(item, plan), place: item.place };
      isMore ||= own > depth;
    }
  }
  for (const { kind, from, to, place } of plan.relations)
    yield { record: { type: 'relation', kind, from, to }, place };
  for await (const item of entries.items()) {
    if (item.type !== 'comment') continue;
    const task = plan.idOf(item.task);
    if (task !== undefined) yield { record: commentOf(item, task), place: item.place };
  }
}

/** The server refuses ids that are too long; a person's may be a whole cell. */
const idOf = ({ id }: Person): string => new Fitting({ file: '' }).id(id);

function memberOf(person: Person): ImportRecord {
  const externalId = idOf(person);
  const displayName = person.name ?? person.email ?? person.id;
  // A login may be the name of a member.
  const name = displayName === person.id ? externalId : undefined;
  return { type: 'member', externalId, displayName, name, email: person.email };
}

const taskOf = (task: MappedTask, plan: Plan): ImportRecord => ({
  type: 'task',
  externalId: task.id,
  url: task.url,
  title: task.title,
  description: task.description,
  status: task.status,
  priority: task.priority,
  effort: task.estimate === undefined ? undefined : effortOf(task.estimate),
  labels: task.labels,
  assignedTo: task.assignee && idOf(task.assignee),
  createdBy: task.author && idOf(task.author),
  parentTaskNumber: plan.parentOf(task.id),
  projectId: task.project?.id,
  createdAt: task.createdAt,
  completedAt: task.completedAt,
  dueDate: task.dueAt,
  archived: task.archived,
});

const commentOf = (comment: SourceComment, task: string): ImportRecord => ({
  type: 'comment',
  externalId: comment.id,
  taskNumber: task,
  author: comment.author && idOf(comment.author),
  body: comment.body,
  createdAt: comment.createdAt,
});
