import { useState } from 'react';
import type { TaskNow } from '../../../api/queries/task.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { useCommands } from '../../../ui/commands.ts';
import { useKeys } from '../../../ui/keys.ts';
import { Menu } from '../../../ui/menu.tsx';
import { StatusIcon, StatusName } from '../../../ui/status-icon.tsx';
import { useMove } from '../change.ts';
import { moveRefusal, movesFrom } from '../moves.ts';
import styles from './fields.module.css';

interface StatusProps {
  readonly task: TaskNow;
  readonly may: boolean;
}

/** The task's status and its possible moves. */
export function Status({ task, may }: StatusProps) {
  const [open, setOpen] = useState(false);
  const { mutate } = useMove();
  const name = strings().status[task.status];
  const moves = movesFrom(task.status).map((to) => ({
    text: strings().status[to],
    icon: <StatusIcon status={to} />,
    act: () => mutate({ task, to }),
    disabled: moveRefusal(task, to) ?? undefined,
  }));
  const possible = moves.filter(({ disabled }) => disabled === undefined);
  useCommands(may ? possible.map(({ text, act }) => ({ text: strings().palette.moveTo(text), act })) : []);
  useKeys(may ? [{ key: 's', text: strings().task.keyStatus, act: () => setOpen(true) }] : []);
  if (!may)
    return (
      <span className={styles.plain}>
        <StatusName status={task.status} />
      </span>
    );
  return (
    <Menu
      label={`${strings().task.status}: ${name}`}
      trigger={
        <Button className={styles.status}>
          <StatusName status={task.status} />
        </Button>
      }
      entries={moves}
      open={open}
      onOpenChange={setOpen}
    />
  );
}
