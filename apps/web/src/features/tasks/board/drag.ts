import type { Task, TaskStatus } from '@tandem/client';
import { useMemo, useState } from 'react';
import { useMove } from '../change.ts';
import { movesFrom } from '../moves.ts';

/** A card that is dragged, and the column that it is over. */
export interface Drag {
  readonly task: Task | null;
  readonly over: TaskStatus | null;
  /** Whether the card may be let go here; null while none is dragged. */
  takes(status: TaskStatus): boolean | null;
  begin(task: Task): void;
  enter(status: TaskStatus): void;
  drop(status: TaskStatus): void;
  end(): void;
}

/** Dragging between columns by the browser's own drag and drop. The keyboard's way is the menu of a card. */
export function useDrag(): Drag {
  const [task, setTask] = useState<Task | null>(null);
  const [over, setOver] = useState<TaskStatus | null>(null);
  const { mutate } = useMove();
  return useMemo(() => {
    const takes = (status: TaskStatus) =>
      task && (status === task.status || movesFrom(task.status).includes(status));
    const end = () => {
      setTask(null);
      setOver(null);
    };
    return {
      task,
      over,
      takes,
      begin: setTask,
      enter: setOver,
      drop: (status) => {
        if (task && status !== task.status && takes(status)) mutate({ task, to: status });
        end();
      },
      end,
    };
  }, [task, over, mutate]);
}
