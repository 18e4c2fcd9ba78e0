import type { SearchHit, Task, TaskStatus } from '@tandem/client';
import { useQuery } from '@tanstack/react-query';
import { foundTasks } from '../../api/queries/search.ts';
import { strings } from '../../strings/index.ts';
import type { Choice } from '../../ui/picker.tsx';

export interface TaskChoice extends Choice {
  readonly mention: NonNullable<Task['parent']>;
}

/** Tasks found by number or words, to choose from. */
export function useTaskChoices(
  words: string,
  without: readonly { readonly taskNumber: number }[],
): readonly TaskChoice[] {
  const { data } = useQuery(foundTasks(words));
  if (words.trim() === '') return [];
  return (data?.data ?? []).flatMap((hit) => {
    const isLeftOut = without.some(({ taskNumber }) => taskNumber === hit.taskNumber);
    return isLeftOut ? [] : [choiceOf(hit)];
  });
}

function choiceOf({ id, taskNumber = 0, title, status }: SearchHit): TaskChoice {
  return {
    value: String(taskNumber),
    text: `#${taskNumber} ${title}`,
    detail: strings().status[status as TaskStatus],
    mention: { id, taskNumber, title },
  };
}
