import type { Label } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { labels } from '../../../api/queries/labels.ts';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { useChange } from '../../../ui/change.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LabelTag } from '../../../ui/label-tag.tsx';
import { Adding } from '../parts/adding.tsx';
import { ConfirmedButton } from '../parts/confirmed-button.tsx';
import { Rows } from '../parts/rows.tsx';
import styles from '../parts/settings.module.css';
import { LABEL_READS, LabelForm } from './label-form.tsx';

const words = () => strings().settings.labels;

/** The labels of the workspace, by name. */
export function LabelsSection() {
  const query = useInfiniteQuery(labels);
  return (
    <div className={styles.section}>
      <p className={styles.hint}>{words().hint}</p>
      <Adding text={words().new}>{(close) => <LabelForm onClose={close} />}</Adding>
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

function LabelRow({ label }: { label: Label }) {
  const { id, name } = label;
  const [editing, setEditing] = useState(false);
  const close = () => setEditing(false);
  const remove = useChange({
    send: () => tandem.labels.delete(id),
    successMessage: () => words().deleted(name),
    invalidates: LABEL_READS,
  });
  return (
    <>
      <div className={styles.what}>
        <LabelTag label={label} />
      </div>
      <div className="beside">
        <Button quiet aria-label={words().editOf(name)} onClick={() => setEditing(true)}>
          {words().edit}
        </Button>
        <Dialog title={words().editOf(name)} open={editing} onClose={close}>
          <LabelForm label={label} onClose={close} />
        </Dialog>
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
