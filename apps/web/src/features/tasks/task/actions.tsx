import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../../api/change.ts';
import type { TaskNow } from '../../../api/queries/task.ts';
import { tandem } from '../../../api/tandem.ts';
import { texts } from '../../../app/texts/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { copy } from '../../../ui/copied.tsx';
import { Menu, type MenuEntry } from '../../../ui/menu.tsx';
import { useArchive } from './archive.ts';

interface ActionsProps {
  readonly task: TaskNow;
  readonly may: boolean;
}

/** What is rarely done with a task. */
export function Actions({ task, may }: ActionsProps) {
  const { taskNumber, archived, claim } = task;
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'archive' | 'delete' | null>(null);
  const { archive, unarchive } = useArchive(taskNumber);
  const follow = useChange({
    send: () => tandem.tasks.subscribe(taskNumber),
    said: () => texts.task.followed,
  });
  const unfollow = useChange({
    send: () => tandem.tasks.unsubscribe(taskNumber),
    said: () => texts.task.unfollowed,
  });
  const remove = useChange({
    send: () => tandem.tasks.delete(taskNumber),
    said: () => texts.task.deleted(taskNumber),
    reads: ['tasks', 'inbox', 'projects'],
    onDone: () => void navigate({ to: '/tasks' }),
  });
  const copyLink = () => void copy(location.href, { done: texts.task.copied, byHand: texts.task.notCopied });
  const changes: readonly MenuEntry[] = [
    { text: texts.task.follow, act: () => follow.mutate() },
    { text: texts.task.unfollow, act: () => unfollow.mutate() },
    archived
      ? { text: texts.task.unarchive, act: () => unarchive.mutate() }
      : { text: texts.task.archive, act: () => (claim ? setAsking('archive') : archive.mutate()) },
    {
      text: texts.task.delete,
      act: () => setAsking('delete'),
      disabled: archived ? undefined : texts.task.deleteFirst,
    },
  ];
  const close = () => setAsking(null);
  return (
    <>
      <Menu
        label={texts.task.actions}
        trigger={<Button>⋯</Button>}
        entries={[{ text: texts.task.copyLink, act: copyLink }, ...(may ? changes : [])]}
      />
      <Confirm
        title={texts.task.archiveTitle(taskNumber)}
        action={texts.task.archive}
        open={asking === 'archive'}
        onConfirm={() => archive.mutate()}
        onClose={close}
      >
        {claim && texts.task.archiveHint(claim.agent.name)}
      </Confirm>
      <Confirm
        title={texts.task.deleteTitle(taskNumber)}
        action={texts.task.delete}
        open={asking === 'delete'}
        onConfirm={() => remove.mutate()}
        onClose={close}
      >
        {texts.task.deleteHint}
      </Confirm>
    </>
  );
}
