import type { TaskNow } from '../../../api/queries/task.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { unarchive, useChangeTasks } from '../change.ts';
import styles from './task-attention.module.css';

interface ArchivedProps {
  readonly task: TaskNow;
  readonly may: boolean;
}

export function Archived({ task, may }: ArchivedProps) {
  const changeTasks = useChangeTasks();
  return (
    <div className={styles.ask}>
      <div className="line">
        <p>{strings().task.archived}</p>
        {may && (
          <Button onClick={() => void changeTasks([task], unarchive)}>{strings().task.unarchive}</Button>
        )}
      </div>
    </div>
  );
}
