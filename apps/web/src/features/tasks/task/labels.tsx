import { useLabels } from '../../../api/choices.ts';
import type { TaskNow } from '../../../api/queries/task.ts';
import { texts } from '../../../app/texts/index.ts';
import { ChooseSome } from '../../../ui/choose.tsx';
import { LabelTag } from '../../../ui/label-tag.tsx';
import styles from './fields.module.css';
import { useEdit } from './save.ts';

interface LabelsProps {
  readonly task: TaskNow;
  readonly may: boolean;
}

/** The labels. What one adds and takes away is all that is changed, whatever others do meanwhile. */
export function Labels({ task: { taskNumber, labels }, may }: LabelsProps) {
  const known = useLabels();
  const { mutate } = useEdit(taskNumber);
  const all = [...known, ...labels.filter(({ id }) => !known.some((label) => label.id === id))];
  const put = (ids: readonly string[]) => {
    const added = ids.filter((id) => !labels.some((label) => label.id === id));
    const removed = labels.filter(({ id }) => !ids.includes(id)).map(({ id }) => id);
    mutate({
      bodyOf: (now) => {
        const next = new Set([...now.labels.map(({ id }) => id), ...added]);
        for (const id of removed) next.delete(id);
        return { labels: all.filter(({ id }) => next.has(id)).map(({ name }) => name) };
      },
      shown: { labels: all.filter(({ id }) => ids.includes(id)) },
    });
  };
  const shown =
    labels.length === 0 ? (
      <span data-empty>{texts.task.noLabels}</span>
    ) : (
      labels.map((label) => <LabelTag key={label.id} label={label} />)
    );
  if (!may) return <span className={styles.plain}>{shown}</span>;
  return (
    <ChooseSome
      label={texts.task.labels}
      value={labels.map(({ id }) => id)}
      onChange={put}
      choices={all.map(({ id, name }) => ({ value: id, text: name }))}
    >
      {shown}
    </ChooseSome>
  );
}
