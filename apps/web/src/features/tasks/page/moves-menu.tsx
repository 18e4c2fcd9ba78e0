import { TASK_STATUSES, type Task } from '@tandem/client';
import { strings } from '../../../strings/index.ts';
import { MenuAt } from '../../../ui/menu.tsx';
import { StatusIcon } from '../../../ui/status-icon.tsx';
import { moveTo, useChangeTasks } from '../change.ts';
import { useCursor } from '../cursor.ts';
import { moveRefusal } from '../moves.ts';

/** A task and the element that its menu is placed next to. */
export interface Opened {
  readonly task: Task;
  readonly at: Element;
}

interface MovesMenuProps {
  readonly opened: Opened | null;
  readonly onClose: () => void;
}

/** The moves available to a task, and those that aren't, with the reason. */
export function MovesMenu({ opened, onClose }: MovesMenuProps) {
  const changeTasks = useChangeTasks();
  const cursor = useCursor();
  const task = opened?.task;
  const entries = TASK_STATUSES.filter((status) => task && status !== task.status).map((status) => ({
    text: strings().status[status],
    icon: <StatusIcon status={status} />,
    act: () => task && void changeTasks([task], moveTo(status)),
    disabled: (task && moveRefusal(task, status)) ?? undefined,
  }));
  return (
    <MenuAt
      label={strings().tasks.move}
      entries={entries}
      at={opened?.at ?? null}
      onClose={onClose}
      home={cursor.home}
    />
  );
}
