import {
  EFFORTS,
  type Effort,
  PRIORITIES,
  type Priority,
  TASK_STATUSES,
  type TaskStatus,
  type TasksCreateBody,
} from '@tandem/client';
import { storedValue } from '../../../ui/stored-value.ts';

/** The form of a new task. Names and ids are empty if unset. */
export interface Draft {
  readonly title: string;
  readonly description: string;
  readonly status: TaskStatus;
  readonly priority: Priority;
  readonly projectId: string;
  readonly assignedTo: string;
  readonly labels: readonly string[];
  /** An ISO date. */
  readonly dueDate: string;
  readonly effort: Effort | 'none';
  /** `#<number> <title>`. */
  readonly parent: string;
  /** One per line. */
  readonly criteria: string;
}

export const EMPTY: Draft = {
  title: '',
  description: '',
  status: 'todo',
  priority: 'p2',
  projectId: '',
  assignedTo: '',
  labels: [],
  dueDate: '',
  effort: 'none',
  parent: '',
  criteria: '',
};

type StoredDraft = Partial<Record<keyof Draft, unknown>>;

const browserValue = storedValue<StoredDraft>('new-task');

/** The draft, which survives a reload and closing the form. */
export const storedDraft = {
  read: (): Draft => draftOf(browserValue.get() ?? {}),
  write: (draft: Draft) => browserValue.set(isEmpty(draft) ? null : draft),
};

/** Drops invalid values: another version of the page may have stored the draft. */
function draftOf(stored: StoredDraft): Draft {
  const text = (name: keyof Draft) => (typeof stored[name] === 'string' ? stored[name] : '');
  return {
    title: text('title'),
    description: text('description'),
    status: TASK_STATUSES.find((each) => each === stored.status) ?? EMPTY.status,
    priority: PRIORITIES.find((each) => each === stored.priority) ?? EMPTY.priority,
    projectId: text('projectId'),
    assignedTo: text('assignedTo'),
    labels: Array.isArray(stored.labels) ? stored.labels.filter((each) => typeof each === 'string') : [],
    dueDate: Number.isNaN(Date.parse(text('dueDate'))) ? '' : text('dueDate'),
    effort: EFFORTS.find((each) => each === stored.effort) ?? EMPTY.effort,
    parent: text('parent'),
    criteria: text('criteria'),
  };
}

/** Returns whether discarding the draft loses no text. */
export const isEmpty = ({ title, description, criteria }: Draft): boolean =>
  [title, description, criteria].every((text) => text.trim() === '');

/** The number of a task in the text of its choice. */
const numberIn = (text: string): number => Number.parseInt(text.slice(1), 10);

/** The request body. */
export const bodyOf = (draft: Draft): TasksCreateBody => ({
  title: draft.title,
  status: draft.status,
  priority: draft.priority,
  ...(draft.description.trim() !== '' && { description: draft.description }),
  ...(draft.projectId && { projectId: draft.projectId }),
  ...(draft.assignedTo && { assignedTo: draft.assignedTo }),
  ...(draft.dueDate && { dueDate: draft.dueDate }),
  ...(draft.effort !== 'none' && { effort: draft.effort }),
  ...(draft.parent && { parentTaskNumber: numberIn(draft.parent) }),
  ...(draft.labels.length > 0 && { labels: draft.labels, createMissing: true }),
  ...(draft.criteria.trim() !== '' && {
    criteria: draft.criteria
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .map((text) => ({ text })),
  }),
});
