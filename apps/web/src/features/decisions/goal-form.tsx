import type { Goal, GoalsVerifyBody } from '@tandem/client';
import { useState } from 'react';
import { tandem } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { EVERYTHING, useChange } from '../../ui/change.ts';
import { TextArea, TextField } from '../../ui/fields.tsx';
import { useAcceptKey } from './accept-key.ts';
import styles from './decisions.module.css';
import { useDecision } from './use-decision.ts';

interface GoalFormProps {
  readonly goal: Goal;
  readonly onDone?: () => void;
}

/**
 * The form to verify a goal, with evidence. If someone has already reported the goal as met, the person only
 * confirms their evidence.
 */
export function GoalForm({ goal, onDone }: GoalFormProps) {
  const { id, title, status, metric, lastVerification: last } = goal;
  const isAsked = status === 'verification_pending';
  const [evidence, setEvidence] = useState('');
  const [current, setCurrent] = useState('');
  const keep = `goal-${id}`;
  const { decisions, goals } = strings();
  const reopen = useChange({
    send: () => tandem.goals.update(id, { status: 'open' }),
    successMessage: () => decisions.goalReopened(title),
    invalidates: EVERYTHING,
  });
  const { mutate, isPending } = useDecision<GoalsVerifyBody>({
    send: (verification) => verifyAsShown(goal, verification),
    resolves: (item) => item.goal?.id === id,
    successMessage: ({ passed }) =>
      passed
        ? { text: decisions.goalMet(title), action: { text: decisions.reopen, act: () => reopen.mutate() } }
        : { text: decisions.goalNotMet(title) },
    invalidates: [['goals'], ['goal', id]],
    keep,
  });
  const hasNoComment = evidence.trim() === '';
  const verify = (passed: boolean) =>
    mutate(
      {
        passed,
        evidence: hasNoComment ? (last?.evidence ?? decisions.confirmed) : evidence,
        ...(current !== '' && { metricCurrent: Number(current) }),
      },
      onDone && { onSuccess: onDone },
    );
  const mayAccept = !isPending && (isAsked || !hasNoComment);
  useAcceptKey(() => mayAccept && verify(true));
  const needs = isAsked ? decisions.rejectHint : goals.evidenceNeeded;
  return (
    <div className={styles.decision} data-decision>
      <TextArea
        label={isAsked ? decisions.comment : goals.evidence}
        hint={hasNoComment ? needs : undefined}
        value={evidence}
        onChange={setEvidence}
        draftKey={keep}
      />
      {metric && !isAsked && (
        <TextField
          label={goals.metricCurrent(metric.unit)}
          type="number"
          step="any"
          value={current}
          onChange={setCurrent}
        />
      )}
      <div className={styles.actions}>
        <Button primary disabled={!mayAccept} onClick={() => verify(true)}>
          {isAsked ? decisions.confirm : goals.passed}
        </Button>
        <Button disabled={isPending || hasNoComment} onClick={() => verify(false)}>
          {isAsked ? decisions.reject : goals.failed}
        </Button>
      </div>
    </div>
  );
}

/** Verifies the goal only as shown: its test or evidence may have changed since. */
async function verifyAsShown(goal: Goal, verification: GoalsVerifyBody): Promise<Goal> {
  const { data: now, etag } = await tandem.goals.get(goal.id).withResponse();
  if (now.updatedAt !== goal.updatedAt) throw new Error(strings().decisions.goalChanged(goal.title));
  return tandem.goals.verify(goal.id, verification, { ifMatch: etag });
}
