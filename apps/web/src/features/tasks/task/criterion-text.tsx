import type { Criterion } from '@tandem/client';
import { useState } from 'react';
import { expectUnchanged } from '../../../api/conflict-error.ts';
import type { TaskNow } from '../../../api/queries/task.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Editable } from '../../../ui/editable.tsx';
import { X } from '../../../ui/icons.ts';
import { storeDraft } from '../../../ui/stored-draft.ts';
import styles from './criteria-section.module.css';
import { EditCheck } from './edit-check.tsx';
import { useEdit } from './save.ts';

interface CriterionTextProps {
  readonly taskNumber: number;
  readonly criterion: Criterion;
}

/** The draft key of a criterion. */
export const draftOf = (criterionId: string) => `criterion-text-${criterionId}`;

/** A criterion's text, edited in place. The API takes the whole list, so it is built from the current one. */
export function CriterionText({ taskNumber, criterion }: CriterionTextProps) {
  const { id, text, evidence, check } = criterion;
  const [asking, setAsking] = useState(false);
  const { mutateAsync, mutate } = useEdit(taskNumber);
  const isProven = evidence.length > 0;
  const hint = check ? strings().task.discardsProof : isProven ? strings().task.discardsEvidence : undefined;
  const change = (next: string, base: string) =>
    mutateAsync({
      bodyOf: ({ criteria }) => {
        const now = criteria.find((each) => each.id === id);
        expectUnchanged(strings().task.criterion, base, now?.text ?? '');
        return { criteria: withText(criteria, id, next) };
      },
    });
  const remove = () => {
    storeDraft(draftOf(id), null);
    mutate({
      bodyOf: ({ criteria }) => ({ criteria: criteria.filter((each) => each.id !== id).map(inputOf) }),
    });
  };
  return (
    <div className={styles.criterion}>
      <Editable
        draftKey={draftOf(id)}
        field={strings().task.criterion}
        value={text}
        onSave={change}
        hint={hint}
      />
      <span className={styles.buttons}>
        <EditCheck taskNumber={taskNumber} criterion={criterion} />
        <Button
          icon
          aria-label={strings().task.removeCriterion(text)}
          onClick={() => (isProven ? setAsking(true) : remove())}
        >
          <X />
        </Button>
      </span>
      <Confirm
        title={strings().task.removeTitle}
        action={strings().task.remove}
        open={asking}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        {strings().task.removeHint}
      </Confirm>
    </div>
  );
}

const inputOf = ({ id, text }: Criterion) => ({ id, text });

const withText = (criteria: TaskNow['criteria'], id: string, text: string) =>
  criteria.map((each) => inputOf(each.id === id ? { ...each, text } : each));
