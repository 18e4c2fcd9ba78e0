import type { Task } from '@tandem/client';
import { strings } from '../../strings/index.ts';
import { Tag, type Tone } from '../../ui/tag.tsx';
import { calendarDay, useNow } from '../../ui/time.tsx';
import { type Urgency, urgencyOf } from './due.ts';

const TONES: Record<Urgency, Tone> = { overdue: 'bad', soon: 'warn', later: 'quiet' };

/** The due date of a task; overdue ones say so, in red. */
export function DueTag({ task }: { task: Task }) {
  const now = useNow();
  const urgency = urgencyOf(task, now);
  if (urgency === null || task.dueDate === null) return null;
  const day = calendarDay(Date.parse(task.dueDate), now);
  const text = urgency === 'overdue' ? strings().tasks.overdue(day) : strings().tasks.due(day);
  return <Tag tone={TONES[urgency]}>{text}</Tag>;
}
