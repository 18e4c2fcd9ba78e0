import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type TaskNow, taskSubscription } from '../../../api/queries/task.ts';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { useChange } from '../../../ui/change.ts';
import { useCommands } from '../../../ui/commands.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { Ellipsis } from '../../../ui/icons.ts';
import { Menu, type MenuEntry } from '../../../ui/menu.tsx';
import { archive, type TaskChange, unarchive, useChangeTasks } from '../change.ts';
import { moveInto } from '../fields.ts';
import { copyBranch, copyLink } from '../quick-edit/commands.ts';
import { quickEdit } from '../quick-edit/opened.ts';

interface ActionsProps {
  readonly task: TaskNow;
  readonly may: boolean;
}

/** Rarely used actions on a task. */
export function Actions({ task, may }: ActionsProps) {
  const { taskNumber, archived, claim, parent } = task;
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'archive' | 'delete' | null>(null);
  const { data: subscription } = useQuery({ ...taskSubscription(taskNumber), enabled: may });
  const changeTasks = useChangeTasks();
  const change = (what: TaskChange) => void changeTasks([task], what);
  const follow = useChange({
    send: () => tandem.tasks.subscribe(taskNumber),
    successMessage: () => strings().task.followed,
    invalidates: [taskSubscription(taskNumber).queryKey],
  });
  const unfollow = useChange({
    send: () => tandem.tasks.unsubscribe(taskNumber),
    successMessage: () => strings().task.unfollowed,
    invalidates: [taskSubscription(taskNumber).queryKey],
  });
  const remove = useChange({
    send: () => tandem.tasks.delete(taskNumber),
    successMessage: () => strings().task.deleted(taskNumber),
    invalidates: ['tasks', 'inbox', 'projects'],
    onDone: () => void navigate({ to: '/tasks' }),
  });
  const words = strings().tasks.quickEdit;
  const moveOut = { text: strings().subtasks.moveOut, act: () => change(moveInto(null)) };
  const endRun = { text: strings().task.archive, act: () => setAsking('archive') };
  const rest: readonly MenuEntry[] = [
    ...(parent && !archived ? [moveOut] : []),
    subscription?.subscribed
      ? { text: strings().task.unfollow, act: () => unfollow.mutate() }
      : { text: strings().task.follow, act: () => follow.mutate() },
    ...(archived ? [{ text: strings().task.unarchive, act: () => change(unarchive) }] : []),
    ...(claim && !archived ? [endRun] : []),
  ];
  // The others are commands of the task wherever it is shown.
  useCommands(may ? rest : []);
  const changes: readonly MenuEntry[] = [
    ...(archived ? [] : [{ text: words.parent, act: () => quickEdit.open('parent', [task]) }]),
    ...rest,
    ...(archived || claim ? [] : [{ text: strings().task.archive, act: () => change(archive) }]),
    {
      text: strings().task.delete,
      act: () => setAsking('delete'),
      disabled: archived ? undefined : strings().task.deleteFirst,
    },
  ];
  const close = () => setAsking(null);
  return (
    <>
      <Menu
        label={strings().task.actions}
        trigger={
          <Button square>
            <Ellipsis />
          </Button>
        }
        entries={[
          { text: strings().task.copyLink, act: () => copyLink(task) },
          { text: words.copyBranch, act: () => copyBranch(task) },
          ...(may ? changes : []),
        ]}
      />
      <Confirm
        title={strings().task.archiveTitle(taskNumber)}
        action={strings().task.archive}
        open={asking === 'archive'}
        onConfirm={() => change(archive)}
        onClose={close}
      >
        {claim && strings().task.archiveHint(claim.agent.name)}
      </Confirm>
      <Confirm
        title={strings().task.deleteTitle(taskNumber)}
        action={strings().task.delete}
        open={asking === 'delete'}
        onConfirm={() => remove.mutate()}
        onClose={close}
      >
        {strings().task.deleteHint}
      </Confirm>
    </>
  );
}
