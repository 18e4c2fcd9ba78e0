import type { Task } from '@tandem/client';
import { texts } from '../../app/texts/index.ts';
import styles from './choose.module.css';
import { useTaskActions } from './use-task.ts';

interface ChooseProps {
  readonly task: Task;
  readonly lane: string;
  readonly chosen: boolean;
}

/** Chooses a task to be changed with others; with Shift those between as well. */
export function Choose({ task, lane, chosen }: ChooseProps) {
  const { choose, mayChange } = useTaskActions();
  if (!mayChange) return <span />;
  return (
    <label className={styles.choose}>
      <input
        type="checkbox"
        checked={chosen}
        aria-label={texts.tasks.choose(task.taskNumber)}
        onChange={(event) => choose(task, lane, (event.nativeEvent as MouseEvent).shiftKey)}
      />
    </label>
  );
}
