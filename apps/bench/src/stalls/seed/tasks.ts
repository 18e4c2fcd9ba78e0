import type { TaskStatus } from '@tandem/core';
import type { Bulk } from './bulk.ts';
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

/** Adds a task, and returns its number. */
export function addTask(bulk: Bulk, creator: string, traits: TaskTraits = {}): number {
  const number = bulk.next('task');
  const { status = 'todo', tags = [], labels = [] } = traits;
  const archived = Number(traits.archived ?? false);
  const at = START + number;
  bulk.add('tasks', {
    number,
    title: traits.title ?? `Task ${number}`,
    description: traits.description ?? DESCRIPTION,
    status,
    priority: traits.priority ?? 'p2',
    assignee_id: traits.assignee ?? null,
    project_id: traits.project ?? null,
    creator_id: creator,
    tags: JSON.stringify(tags),
    effort: traits.effort ?? null,
    completed_at: status === 'done' ? at : null,
    archived,
    created_at: at,
    updated_at: at,
  });
  for (const tag of tags) bulk.add('task_tags', { tag, archived, status, number });
  for (const label of labels) bulk.add('task_labels', { label_id: label, archived, status, number });
  return number;
}

/** Makes one task block another. */
export function block(bulk: Bulk, from: number, to: number): void {
  bulk.run(COUNT_BLOCKER, bulk.workspaceId, to, bulk.workspaceId, from);
  bulk.add('relations', { kind: 'blocks', from_number: from, to_number: to, made_on: from });
}

/** An open task counts among the blockers of another. */
const COUNT_BLOCKER = `
  UPDATE tasks SET open_blockers = open_blockers + 1 WHERE workspace_id = ? AND number = ? AND EXISTS (
    SELECT 1 FROM tasks WHERE workspace_id = ? AND number = ? AND status NOT IN ('done', 'canceled'))`;

export function addComments(bulk: Bulk, number: number, author: string, count: number, body: string): void {
  for (let i = 0; i < count; i++) bulk.add('comments', { number, body, author_id: author });
}

export function subscribe(bulk: Bulk, number: number, members: readonly string[]): void {
  for (const member_id of members) bulk.add('subscriptions', { number, member_id });
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
  for (let number = first; number <= last; number++) subscribe(bulk, number, [member]);
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
  const label_id = addLabel(bulk, name);
  for (let number = first; number <= last; number++) {
    bulk.add('task_labels', { label_id, archived: 0, status: 'todo', number });
  }
  return label_id;
}

export const addLabel = (bulk: Bulk, name: string): string =>
  bulk.add('labels', { name, name_key: name.toLowerCase(), color: 'gray' });

/** Files with their attachment to a task. */
export function attachFiles(bulk: Bulk, number: number, uploader: string, count: number): void {
  for (let i = 0; i < count; i++) {
    bulk.add('attachments', { number, file_id: addFile(bulk, uploader), author_id: uploader });
  }
}

/** The record of a file without content. */
export const addFile = (bulk: Bulk, uploader: string): string =>
  bulk.add('files', {
    file_name: 'plan.pdf',
    mime_type: 'application/pdf',
    size: 1,
    sha256: '0'.repeat(64),
    uploader_id: uploader,
  });
