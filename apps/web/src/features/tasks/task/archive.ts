import { useChange } from '../../../api/change.ts';
import { tandem } from '../../../api/tandem.ts';
import { texts } from '../../../app/texts/index.ts';

const READS = ['task', 'tasks', 'inbox', 'projects'];

/** Takes a task out of the lists, and brings it back. Each takes the other back. */
export function useArchive(taskNumber: number) {
  const unarchive = useChange({
    send: () => tandem.tasks.unarchive(taskNumber),
    said: () => texts.task.wasUnarchived(taskNumber),
    reads: READS,
  });
  const archive = useChange({
    send: () => tandem.tasks.archive(taskNumber),
    said: () => ({
      text: texts.task.wasArchived(taskNumber),
      action: { text: texts.undo, act: () => unarchive.mutate() },
    }),
    reads: READS,
  });
  return { archive, unarchive };
}
