import type { Task } from '@tandem/client';
import { strings } from '../../strings/index.ts';
import { CalendarDays, CalendarX2 } from '../../ui/icons.ts';
import { calendarDay, useNow } from '../../ui/time.tsx';
import { urgencyOf } from './due.ts';
import styles from './due-tag.module.css';

/** The due date of a task. An overdue one has another sign, in red; amber means due soon. */
export function DueTag({ task }: { task: Task }) {
  const now = useNow();
  const urgency = urgencyOf(task, now);
  if (urgency === null || task.dueDate === null) return null;
  const day = calendarDay(Date.parse(task.dueDate), now);
  const text = urgency === 'overdue' ? strings().tasks.overdue(day) : strings().tasks.due(day);
  return (
    <span className={styles.due} data-urgency={urgency} title={text}>
      {urgency === 'overdue' ? <CalendarX2 /> : <CalendarDays />}
      <span className="visually-hidden">{text}</span>
      <span aria-hidden="true">{day}</span>
    </span>
  );
}
