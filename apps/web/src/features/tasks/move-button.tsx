import type { Task } from '@tandem/client';
import { strings } from '../../strings/index.ts';
import { Ellipsis } from '../../ui/icons.ts';
import styles from './move-button.module.css';
import { useTaskActions } from './use-task.ts';

/** Opens the same menu as the S key, for mouse and touch. */
export function MoveButton({ task }: { task: Task }) {
  const { openMoves, mayChange } = useTaskActions();
  if (!mayChange) return null;
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={strings().tasks.moveTask(task.taskNumber)}
      aria-haspopup="menu"
      onClick={(event) => openMoves(task, event.currentTarget)}
    >
      <Ellipsis />
    </button>
  );
}
