import { expectUnchanged } from '../../../api/conflict-error.ts';
import type { TaskNow } from '../../../api/queries/task.ts';
import { strings } from '../../../strings/index.ts';
import { Editable } from '../../../ui/editable.tsx';
import { useEdit } from './save.ts';
import styles from './task-view.module.css';

interface TitleProps {
  readonly task: TaskNow;
  readonly may: boolean;
}

export function Title({ task: { taskNumber, title }, may }: TitleProps) {
  const { mutateAsync } = useEdit(taskNumber);
  const heading = (
    <h1 className={styles.title}>
      <span className={styles.number}>{strings().task.number(taskNumber)}</span> {title}
    </h1>
  );
  if (!may) return heading;
  const rename = (next: string, base: string) =>
    mutateAsync({
      bodyOf: (now) => {
        expectUnchanged(strings().task.title, base, now.title);
        return { title: next };
      },
    });
  return (
    <div className={styles.heading}>
      <Editable draftKey={`title-${taskNumber}`} field={strings().task.title} value={title} onSave={rename}>
        {heading}
      </Editable>
    </div>
  );
}
