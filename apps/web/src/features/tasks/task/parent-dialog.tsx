import type { TaskStatus } from '@tandem/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { foundTasks } from '../../../api/queries/search.ts';
import { strings } from '../../../strings/index.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { SearchSelect } from '../../../ui/search-select.tsx';
import { useSetParent } from './parent.ts';

interface ParentDialogProps {
  readonly taskNumber: number;
  readonly onClose: () => void;
}

/** Finds the task that becomes the parent. */
export function ParentDialog({ taskNumber, onClose }: ParentDialogProps) {
  const [words, setWords] = useState('');
  const { data } = useQuery(foundTasks(words));
  const { mutate, isPending } = useSetParent();
  const found = words.trim() === '' ? [] : (data?.data ?? []);
  return (
    <Dialog title={strings().subtasks.makeChild} open onClose={onClose}>
      <SearchSelect
        framed
        label={strings().subtasks.chooseParent}
        value={null}
        disabled={isPending}
        onSearch={setWords}
        onChange={(parent) => mutate({ taskNumber, parent: Number(parent) }, { onSuccess: onClose })}
        choices={found
          .filter((hit) => hit.taskNumber !== taskNumber)
          .map((hit) => ({
            value: String(hit.taskNumber),
            text: `#${hit.taskNumber} ${hit.title}`,
            detail: strings().status[hit.status as TaskStatus],
          }))}
      >
        {strings().task.findTask}
      </SearchSelect>
    </Dialog>
  );
}
