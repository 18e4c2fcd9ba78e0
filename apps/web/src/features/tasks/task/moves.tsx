import type { TaskNow } from '../../../api/queries/task.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { useMove } from '../change.ts';
import { waysOn } from '../moves.ts';

/** Moves for a stalled task. */
export function Moves({ task }: { task: TaskNow }) {
  const { mutate, isPending } = useMove();
  return (
    <div className="beside">
      {waysOn(task.status).map((to) => (
        <Button key={to} disabled={isPending} onClick={() => mutate({ task, to })}>
          {strings().decisions.moveTo(strings().status[to])}
        </Button>
      ))}
    </div>
  );
}
