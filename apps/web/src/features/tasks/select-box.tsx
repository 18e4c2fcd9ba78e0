import type { Task } from '@tandem/client';
import { strings } from '../../strings/index.ts';
import styles from './select-box.module.css';
import { useTaskActions } from './use-task.ts';

interface SelectBoxProps {
  readonly task: Task;
  readonly lane: string;
  readonly selected: boolean;
}

/** Selects a task for bulk changes; with Shift, the whole range. */
export function SelectBox({ task, lane, selected }: SelectBoxProps) {
  const { select, mayChange } = useTaskActions();
  if (!mayChange) return <span />;
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        checked={selected}
        aria-label={strings().tasks.select(task.taskNumber)}
        onChange={(event) => select(task, lane, (event.nativeEvent as MouseEvent).shiftKey)}
      />
    </label>
  );
}
