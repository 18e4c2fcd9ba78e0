import type { Task } from '@tandem/client';
import { day } from '../../output/moment.ts';
import { styleOfWord } from '../../output/style.ts';
import type { Column } from '../../output/table.ts';

type Row = Pick<Task, 'taskNumber' | 'title' | 'status' | 'priority' | 'assignedTo' | 'dueDate'>;

/** Columns of task lists. */
export const TASK_COLUMNS: readonly Column<Row>[] = [
  { head: '#', text: ({ taskNumber }) => taskNumber, style: () => 'cyan' },
  { head: 'STATUS', text: ({ status }) => status, style: ({ status }) => styleOfWord(status) },
  { head: 'PRI', text: ({ priority }) => priority, style: ({ priority }) => styleOfWord(priority) },
  { head: 'ASSIGNED', text: ({ assignedTo }) => assignedTo },
  { head: 'DUE', text: ({ dueDate }) => day(dueDate) },
  { head: 'TITLE', text: ({ title }) => title, isLong: true },
];
