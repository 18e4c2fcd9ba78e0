import type { Task } from '@tandem/client';
import { strings } from '../../strings/index.ts';
import { Progress } from '../../ui/progress.tsx';
import styles from './child-progress.module.css';

/** How many sub-tasks of a task are closed, such as 6/9. */
export function ChildProgress({ task: { children } }: { task: Task }) {
  const { total, open } = children;
  if (total === 0) return null;
  const closed = total - open;
  return (
    <span className={styles.progress} title={strings().subtasks.closedOf(closed, total)}>
      <Progress label={strings().subtasks.title} value={closed / total} />
      {closed}/{total}
    </span>
  );
}
