import type { Criterion } from '@tandem/client';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { TaskNow } from '../../../api/queries/task.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { drafts } from '../../../ui/drafts.ts';
import { TextField } from '../../../ui/fields.tsx';
import { Section } from '../../../ui/section.tsx';
import { storeDraft, storedDraft } from '../../../ui/stored-draft.ts';
import { toast } from '../../../ui/toasts.ts';
import { Criteria } from '../evidence/criteria.tsx';
import { ConfirmCheck } from './confirm-check.tsx';
import styles from './criteria-section.module.css';
import { CriterionText, draftOf } from './criterion-text.tsx';
import { useEdit } from './save.ts';
import { useResultToReview } from './use-result-to-review.ts';

interface CriteriaSectionProps {
  readonly task: TaskNow;
  readonly may: boolean;
}

/** The acceptance criteria with their evidence, which during a review is shown at the top of the page instead. */
export function CriteriaSection({ task, may }: CriteriaSectionProps) {
  const { taskNumber, criteria } = task;
  const isDecidedAbove = useResultToReview(task) !== null;
  return (
    <Section title={strings().task.criteria} count={criteria.length}>
      {criteria.length === 0 && <p className="soft">{strings().task.noCriteria}</p>}
      {criteria.length > 0 && (
        <Criteria
          taskNumber={taskNumber}
          criteria={criteria}
          withoutEvidence={isDecidedAbove}
          confirm={(criterion) => <ConfirmCheck taskNumber={taskNumber} criterion={criterion} />}
        >
          {may ? (criterion) => <CriterionText taskNumber={taskNumber} criterion={criterion} /> : undefined}
        </Criteria>
      )}
      {may && <NewCriterion taskNumber={taskNumber} criteria={criteria} />}
    </Section>
  );
}

interface NewCriterionProps {
  readonly taskNumber: number;
  readonly criteria: readonly Criterion[];
}

function NewCriterion({ taskNumber, criteria }: NewCriterionProps) {
  const keep = `criterion-${taskNumber}`;
  const [text, setText] = useState(() => drafts.get(keep));
  const { mutate, isPending } = useEdit(taskNumber);
  const write = (next: string) => {
    setText(next);
    drafts.set(keep, next);
  };
  useOrphans(criteria, (orphan) => {
    write([text, orphan].filter(Boolean).join(' '));
    toast({ tone: 'bad', text: strings().task.criterionGone });
  });
  const add = () =>
    mutate(
      {
        bodyOf: ({ criteria }) => ({
          criteria: [...criteria.map(({ id, text }) => ({ id, text })), { text }],
        }),
      },
      { onSuccess: () => write('') },
    );
  return (
    <form
      className={styles.add}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '' && !isPending) add();
      }}
    >
      <TextField
        bare
        label={strings().task.newCriterion}
        placeholder={strings().task.newCriterion}
        value={text}
        onChange={write}
      />
      <Button type="submit" disabled={isPending || text.trim() === ''}>
        {strings().task.add}
      </Button>
    </form>
  );
}

/** Reports unsaved edits of a criterion that someone else removed. */
function useOrphans(criteria: readonly Criterion[], onOrphan: (text: string) => void): void {
  const before = useRef(criteria);
  const report = useEffectEvent(onOrphan);
  useEffect(() => {
    const removed = before.current.filter(({ id }) => !criteria.some((each) => each.id === id));
    before.current = criteria;
    for (const keep of removed.map(({ id }) => draftOf(id))) {
      const draft = storedDraft(keep);
      storeDraft(keep, null);
      if (draft) report(draft.text);
    }
  }, [criteria]);
}
