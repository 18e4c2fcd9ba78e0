import type { TaskNow } from '../../../api/queries/task.ts';
import { texts } from '../../../app/texts/index.ts';
import { Button } from '../../../ui/button.tsx';
import { useMove } from '../change.ts';
import { waysOn } from '../moves.ts';

/** Where a task goes that nobody goes on with. */
export function Moves({ task }: { task: TaskNow }) {
  const { mutate, isPending } = useMove();
  return (
    <div className="beside">
      {waysOn(task.status).map((to) => (
        <Button key={to} disabled={isPending} onClick={() => mutate({ task, to })}>
          {texts.decisions.moveTo(texts.status[to])}
        </Button>
      ))}
    </div>
  );
}
