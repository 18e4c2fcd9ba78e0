import { useQueryClient } from '@tanstack/react-query';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { useChange } from '../../../ui/change.ts';
import { showTask } from '../task-cache.ts';

interface NewPlace {
  readonly taskNumber: number;
  /** null for none. */
  readonly parent: number | null;
}

/** Moves a task into another one, or out of its parent. */
export function useSetParent() {
  const queries = useQueryClient();
  return useChange({
    send: ({ taskNumber, parent }: NewPlace) => tandem.tasks.update(taskNumber, { parentTaskNumber: parent }),
    successMessage: (_, { taskNumber, parent }) =>
      parent === null
        ? strings().subtasks.movedOut(taskNumber)
        : strings().subtasks.movedInto(taskNumber, parent),
    invalidates: ['task', 'tasks'],
    onDone: (task) => showTask(queries, task),
  });
}
