import { useState } from 'react';
import { useLabels } from '../../../api/queries/labels.ts';
import type { TaskNow } from '../../../api/queries/task.ts';
import { strings } from '../../../strings/index.ts';
import { LabelTag } from '../../../ui/label-tag.tsx';
import { SearchMultiSelect } from '../../../ui/search-select.tsx';
import styles from './fields.module.css';
import { useEdit } from './save.ts';

interface LabelsProps {
  readonly task: TaskNow;
  readonly may: boolean;
}

/**
 * The task's labels. Only additions and removals are sent, so concurrent changes by others are kept. An unknown
 * label is created by name.
 */
export function Labels({ task: { taskNumber, labels }, may }: LabelsProps) {
  const known = useLabels();
  const [typed, setTyped] = useState('');
  const { mutate } = useEdit(taskNumber);
  const all = [...known, ...labels.filter(({ id }) => !known.some((label) => label.id === id))];
  const named = (name: string) => all.find((label) => same(label.name, name));
  const setLabels = (names: readonly string[]) => {
    const added = names.filter((name) => !labels.some((label) => label.name === name));
    const removed = labels.filter(({ name }) => !names.includes(name)).map(({ name }) => name);
    mutate({
      bodyOf: (now) => {
        const next = new Set([...now.labels.map(({ name }) => name), ...added]);
        for (const name of removed) next.delete(name);
        return { labels: [...next], createMissing: true };
      },
      optimistic: { labels: names.map((name) => named(name) ?? { id: name, name, color: 'gray' }) },
    });
  };
  const isNew = typed.trim() !== '' && !named(typed.trim());
  const content =
    labels.length === 0 ? (
      <span data-empty>{strings().task.noLabels}</span>
    ) : (
      labels.map((label) => <LabelTag key={label.id} label={label} />)
    );
  if (!may) return <span className={styles.plain}>{content}</span>;
  return (
    <SearchMultiSelect
      label={strings().task.labels}
      value={labels.map(({ name }) => name)}
      onChange={setLabels}
      onWrite={setTyped}
      choices={[
        ...all.map(({ name }) => ({ value: name, text: name })),
        ...(isNew ? [{ value: typed.trim(), text: strings().task.addLabel(typed.trim()) }] : []),
      ]}
    >
      {content}
    </SearchMultiSelect>
  );
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
