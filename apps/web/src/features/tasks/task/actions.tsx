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
import { copy } from '../../../ui/copyable.tsx';
import { Ellipsis } from '../../../ui/icons.ts';
import { Menu, type MenuEntry } from '../../../ui/menu.tsx';
import { archive, type TaskChange, unarchive, useChangeTasks } from '../change.ts';
import { useSetParent } from './parent.ts';
import { ParentDialog } from './parent-dialog.tsx';

interface ActionsProps {
  readonly task: TaskNow;
  readonly may: boolean;
}

/** Rarely used actions on a task. */
export function Actions({ task, may }: ActionsProps) {
  const { taskNumber, archived, claim, parent } = task;
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'archive' | 'delete' | 'parent' | null>(null);
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
  const copyLink = () =>
    void copy(location.href, { done: strings().task.copied, manual: strings().task.notCopied });
  const { mutate: setParent } = useSetParent();
  const moveOut = { text: strings().subtasks.moveOut, act: () => setParent({ taskNumber, parent: null }) };
  const nesting = [
    { text: strings().subtasks.makeChild, act: () => setAsking('parent') },
    ...(parent ? [moveOut] : []),
  ];
  useCommands(may && !archived ? nesting : []);
  const changes: readonly MenuEntry[] = [
    ...(archived ? [] : nesting),
    subscription?.subscribed
      ? { text: strings().task.unfollow, act: () => unfollow.mutate() }
      : { text: strings().task.follow, act: () => follow.mutate() },
    archived
      ? { text: strings().task.unarchive, act: () => change(unarchive) }
      : { text: strings().task.archive, act: () => (claim ? setAsking('archive') : change(archive)) },
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
        entries={[{ text: strings().task.copyLink, act: copyLink }, ...(may ? changes : [])]}
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
      {asking === 'parent' && <ParentDialog taskNumber={taskNumber} onClose={close} />}
    </>
  );
}
