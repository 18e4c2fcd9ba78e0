import { LABEL_COLORS, type Label, type LabelColor, type LabelsUpdateBody } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { labels } from '../../../api/queries/labels.ts';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { useChange } from '../../../ui/change.ts';
import { Editable } from '../../../ui/editable.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { LabelTag } from '../../../ui/label-tag.tsx';
import { optionsOf, Select } from '../../../ui/select.tsx';
import { ConfirmedButton } from '../parts/confirmed-button.tsx';
import { Rows } from '../parts/rows.tsx';
import styles from '../parts/settings.module.css';

const words = () => strings().settings.labels;
const READS = ['labels', 'tasks', 'task'];

/** The labels of the workspace, by name. */
export function LabelsSection() {
  const query = useInfiniteQuery(labels);
  return (
    <div className={styles.section}>
      <p className={styles.hint}>{words().hint}</p>
      <NewLabel />
      <Rows
        label={strings().settings.sections.labels}
        query={query}
        empty={<EmptyState title={words().none} hint={words().noneHint} />}
      >
        {(label) => <LabelRow label={label} />}
      </Rows>
    </div>
  );
}

function NewLabel() {
  const [name, setName] = useState('');
  const [color, setColor] = useState<LabelColor>('gray');
  const { mutate, isPending } = useChange({
    send: () => tandem.labels.create({ name, color }),
    onDone: () => setName(''),
    invalidates: READS,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <div className={styles.fields}>
        <TextField label={words().new} value={name} onChange={setName} />
        <Select
          label={words().color}
          value={color}
          options={optionsOf(LABEL_COLORS, words().colors)}
          onChange={setColor}
        />
        <Button type="submit" disabled={isPending || name.trim() === ''}>
          {words().add}
        </Button>
      </div>
    </form>
  );
}

function LabelRow({ label: { id, name, color } }: { label: Label }) {
  const change = useChange({
    send: (body: LabelsUpdateBody) => tandem.labels.update(id, body),
    invalidates: READS,
  });
  const remove = useChange({
    send: () => tandem.labels.delete(id),
    successMessage: () => words().deleted(name),
    invalidates: READS,
  });
  return (
    <>
      <div className={styles.what}>
        <Editable
          draftKey={`label-${id}`}
          field={words().nameOf(name)}
          value={name}
          onSave={(next) => change.mutateAsync({ name: next })}
        >
          <LabelTag label={{ name, color }} />
        </Editable>
      </div>
      <div className="beside">
        <Select
          bare
          label={words().colorOf(name)}
          value={color}
          options={optionsOf(LABEL_COLORS, words().colors)}
          disabled={change.isPending}
          onChange={(next) => change.mutate({ color: next })}
        />
        <ConfirmedButton
          text={words().delete}
          label={words().deleteOf(name)}
          title={words().deleteTitle(name)}
          hint={words().deleteHint}
          disabled={remove.isPending}
          onConfirm={() => remove.mutate()}
        />
      </div>
    </>
  );
}
