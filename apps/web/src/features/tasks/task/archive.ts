import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { useChange } from '../../../ui/change.ts';

const READS = ['task', 'tasks', 'inbox', 'projects'];

/** Archives and restores a task. The toast after archiving offers Undo. */
export function useArchive(taskNumber: number) {
  const unarchive = useChange({
    send: () => tandem.tasks.unarchive(taskNumber),
    successMessage: () => strings().task.restoredMessage(taskNumber),
    invalidates: READS,
  });
  const archive = useChange({
    send: () => tandem.tasks.archive(taskNumber),
    successMessage: () => ({
      text: strings().task.archivedMessage(taskNumber),
      action: { text: strings().undo, act: () => unarchive.mutate() },
    }),
    invalidates: READS,
  });
  return { archive, unarchive };
}
