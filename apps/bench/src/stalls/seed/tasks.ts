import type { TaskStatus } from '@tandem/core';
import type { Bulk, Row } from './bulk.ts';
import { DESCRIPTION, START } from './texts.ts';

/** The optional fields of a task; by default it is open and has none of them. */
export interface TaskTraits {
  readonly title?: string;
  readonly description?: string;
  readonly status?: TaskStatus;
  readonly priority?: string;
  readonly effort?: string | null;
  readonly archived?: boolean;
  readonly assignee?: string | null;
  readonly project?: string | null;
  readonly tags?: readonly string[];
  readonly labels?: readonly string[];
}

/** Returns a function that adds tasks and returns the number of each. */
export function taskAdder(bulk: Bulk): (creator: string, traits: TaskTraits) => number {
  const insert = bulk.into('tasks');
  const addTag = bulk.into('task_tags');
  const addLabel = bulk.into('task_labels');
  return (creator, traits) => {
    const number = bulk.next('task');
    const { status = 'todo', archived = false, tags = [], labels = [] } = traits;
    const at = START + number;
    insert({
      number,
      id: bulk.newId(),
      title: traits.title ?? `Task ${number}`,
      description: traits.description ?? DESCRIPTION,
      status,
      priority: traits.priority ?? 'p2',
      assignee_id: traits.assignee ?? null,
      project_id: traits.project ?? null,
      creator_id: creator,
      tags: JSON.stringify(tags),
      effort: traits.effort ?? null,
      due_date: null,
      completed_at: status === 'done' ? at : null,
      archived: Number(archived),
      created_at: at,
      updated_at: at,
    });
    const facets: Row = { archived: Number(archived), status, number };
    for (const tag of tags) addTag({ tag, ...facets });
    for (const label of labels) addLabel({ label_id: label, ...facets });
    return number;
  };
}

/** Returns a function that makes one task block another. */
export function blocker(bulk: Bulk): (from: number, to: number) => void {
  const insert = bulk.into('relations');
  return (from, to) => {
    bulk.run(COUNT_BLOCKER, bulk.workspaceId, to, bulk.workspaceId, from);
    insert({
      id: bulk.newId(),
      seq: bulk.next('row'),
      kind: 'blocks',
      from_number: from,
      to_number: to,
      made_on: from,
    });
  };
}

/** An open task counts among the blockers of another. */
const COUNT_BLOCKER = `
  UPDATE tasks SET open_blockers = open_blockers + 1 WHERE workspace_id = ? AND number = ? AND EXISTS (
    SELECT 1 FROM tasks WHERE workspace_id = ? AND number = ? AND status NOT IN ('done', 'canceled'))`;

export function addComments(bulk: Bulk, number: number, author: string, count: number, body: string): void {
  const insert = bulk.into('comments');
  for (let i = 0; i < count; i++) {
    insert({
      id: bulk.newId(),
      seq: bulk.next('row'),
      number,
      body,
      ...authorColumns(author),
      created_at: START,
      updated_at: START,
    });
  }
}

/** Of a person who writes. */
export const authorColumns = (id: string): Row => ({
  author_id: id,
  author_type: 'human',
  author_name: 'somebody',
  author_display_name: 'Somebody',
});

export function subscribe(bulk: Bulk, number: number, members: readonly string[]): void {
  const insert = bulk.into('subscriptions');
  for (const member_id of members) insert({ number, member_id });
}

/** Assigns a range of tasks to a member, who is subscribed to them as by an assignment. */
export function assign(bulk: Bulk, member: string, first: number, last: number): void {
  bulk.run(
    'UPDATE tasks SET assignee_id = ? WHERE workspace_id = ? AND number BETWEEN ? AND ?',
    member,
    bulk.workspaceId,
    first,
    last,
  );
  const insert = bulk.into('subscriptions');
  for (let number = first; number <= last; number++) insert({ number, member_id: member });
}

/** Puts a range of tasks into a project. */
export function moveTasks(bulk: Bulk, project: string, first: number, last: number): void {
  bulk.run(
    'UPDATE tasks SET project_id = ? WHERE workspace_id = ? AND number BETWEEN ? AND ?',
    project,
    bulk.workspaceId,
    first,
    last,
  );
}

/** Puts a new label on a range of plain open tasks. */
export function addLabelTo(bulk: Bulk, name: string, first: number, last: number): string {
  const id = addLabel(bulk, name);
  const insert = bulk.into('task_labels');
  for (let number = first; number <= last; number++) {
    insert({ label_id: id, archived: 0, status: 'todo', number });
  }
  return id;
}

export function addLabel(bulk: Bulk, name: string): string {
  const id = bulk.newId();
  bulk.into('labels')({ id, name, name_key: name.toLowerCase(), color: 'gray' });
  return id;
}

/** Files and their place on a task. */
export function attachFiles(bulk: Bulk, number: number, uploader: string, count: number): void {
  const insert = bulk.into('attachments');
  for (let i = 0; i < count; i++) {
    insert({
      id: bulk.newId(),
      seq: bulk.next('row'),
      number,
      file_id: addFile(bulk, uploader),
      ...authorColumns(uploader),
      created_at: START,
    });
  }
}

/** The record of a file without content. */
export function addFile(bulk: Bulk, uploader: string): string {
  const id = bulk.newId();
  bulk.into('files')({
    id,
    file_name: 'plan.pdf',
    mime_type: 'application/pdf',
    size: 1,
    sha256: '0'.repeat(64),
    uploader_id: uploader,
    created_at: START,
  });
  return id;
}
