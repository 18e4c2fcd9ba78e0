import { useQueryClient } from '@tanstack/react-query';
import { Overtaken } from '../../../api/overtaken.ts';
import type { TaskNow } from '../../../api/queries/task.ts';
import { messageOf } from '../../../api/tandem.ts';
import { texts } from '../../../app/texts/index.ts';
import { Editable } from '../../../ui/editable.tsx';
import { toast } from '../../../ui/toasts.ts';
import { save } from './save.ts';
import styles from './task.module.css';

interface TitleProps {
  readonly task: TaskNow;
  readonly may: boolean;
}

export function Title({ task: { taskNumber, title }, may }: TitleProps) {
  const queries = useQueryClient();
  const heading = (
    <h1 className={styles.title}>
      <span className={styles.number}>{texts.task.number(taskNumber)}</span> {title}
    </h1>
  );
  if (!may) return heading;
  const rename = (next: string, base: string) =>
    save(queries, taskNumber, (now) => {
      if (now.title !== base)
        throw new Overtaken(texts.overtaken.saidOf(texts.task.title, now.title), now.title);
      return { title: next };
    }).catch((error: unknown) => {
      toast({ tone: 'bad', text: messageOf(error) });
      throw error;
    });
  return (
    <div className={styles.heading}>
      <Editable what={texts.task.title} value={title} onSave={rename}>
        {heading}
      </Editable>
    </div>
  );
}
