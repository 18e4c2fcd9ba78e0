import type { TaskNow } from '../../../api/queries/task.ts';
import { texts } from '../../../app/texts/index.ts';
import { Button } from '../../../ui/button.tsx';
import { useMove } from '../change.ts';
import { movesFrom } from '../moves.ts';
import styles from './task.module.css';

/** Where a task that nobody goes on with can go. */
export function Moves({ task }: { task: TaskNow }) {
  const { mutate, isPending } = useMove();
  return (
    <div className={styles.actions}>
      {movesFrom(task.status).map((to) => (
        <Button key={to} disabled={isPending} onClick={() => mutate({ task, to })}>
          {texts.task.moveTo(texts.status[to])}
        </Button>
      ))}
    </div>
  );
}
