import { useQueryClient } from '@tanstack/react-query';
import { expectUnchanged } from '../../../api/conflict-error.ts';
import type { TaskNow } from '../../../api/queries/task.ts';
import { messageOf } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { LongText } from '../../../ui/long-text/long-text.tsx';
import { withCheck } from '../../../ui/markdown-check.ts';
import { toast } from '../../../ui/toasts.ts';
import { save } from './save.ts';

interface DescriptionProps {
  readonly task: TaskNow;
  readonly may: boolean;
}

/** The task's description, in Markdown. */
export function Description({ task: { taskNumber, description }, may }: DescriptionProps) {
  const queries = useQueryClient();
  const { task } = strings();
  const send = (text: string, base: string) =>
    save(queries, taskNumber, (now) => {
      expectUnchanged(task.description.toLowerCase(), base, now.description ?? '');
      return { description: text.trim() === '' ? null : text };
    });
  const check = async (at: number, checked: boolean) => {
    try {
      await save(queries, taskNumber, (now) => {
        const text = withCheck(now.description ?? '', description ?? '', at, checked);
        if (text === null) throw new Error(task.descriptionChanged);
        return { description: text };
      });
    } catch (error) {
      toast({ tone: 'bad', text: messageOf(error) });
      throw error;
    }
  };
  return (
    <LongText
      title={task.description}
      value={description ?? ''}
      none={task.noDescription}
      may={may}
      draftKey={`description-${taskNumber}`}
      send={send}
      onCheck={check}
      shortcut={{ key: 'e', text: task.keyEdit }}
    />
  );
}
