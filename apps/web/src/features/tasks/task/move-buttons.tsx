import type { TaskNow } from '../../../api/queries/task.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { useMove } from '../change.ts';
import { exitMoves, moveRefusal } from '../moves.ts';

/** Moves for a stalled task. */
export function MoveButtons({ task }: { task: TaskNow }) {
  const { mutate, isPending } = useMove();
  return (
    <div className="beside">
      {exitMoves(task.status).map((to) => (
        <Button
          key={to}
          disabled={isPending || moveRefusal(task, to) !== null}
          onClick={() => mutate({ task, to })}
        >
          {strings().decisions.moveTo(strings().status[to])}
        </Button>
      ))}
    </div>
  );
}
