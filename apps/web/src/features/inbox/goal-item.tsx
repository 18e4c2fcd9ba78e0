import type { Goal, GoalsVerifyBody } from '@tandem/client';
import { useState } from 'react';
import { tandem } from '../../api/tandem.ts';
import { texts } from '../../app/texts/index.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { useDecision } from '../decisions/decide.ts';
import styles from '../decisions/decisions.module.css';
import { useTakeBack } from '../decisions/take-back.ts';
import { ItemFrame } from './item.tsx';

interface GoalItemProps {
  readonly goal: Goal;
  readonly since: string;
}

/** A goal that an agent says is met: a person confirms it, or says why not. */
export function GoalItem({ goal, since }: GoalItemProps) {
  const { id, title, test, lastVerification: last } = goal;
  const [evidence, setEvidence] = useState('');
  const keep = `goal-${id}`;
  const reopen = useTakeBack({
    send: () => tandem.goals.update(id, { status: 'open' }),
    said: texts.decisions.goalIsOpen(title),
  });
  const { mutate, isPending } = useDecision<GoalsVerifyBody>({
    send: (verification) => tandem.goals.verify(id, verification),
    settles: (item) => item.goal?.id === id,
    said: ({ passed }) =>
      passed
        ? { text: texts.decisions.goalMet(title), action: { text: texts.decisions.reopen, act: reopen } }
        : { text: texts.decisions.goalNotMet(title) },
    reads: [['goals'], ['goal', id]],
    keep,
  });
  const judge = (passed: boolean) =>
    mutate({
      passed,
      evidence: evidence.trim() === '' ? (last?.evidence ?? texts.decisions.confirmed) : evidence,
    });
  const lacksReason = evidence.trim() === '';
  return (
    <ItemFrame kind={texts.inbox.goal} from={last?.byName} since={since} title={title}>
      {test && (
        <p>
          <strong>{texts.inbox.test}</strong> {test}
        </p>
      )}
      {last && <Markdown text={last.evidence} />}
      <div className={styles.decision}>
        <TextArea
          label={texts.decisions.comment}
          hint={lacksReason ? texts.decisions.rejectNeeds : undefined}
          value={evidence}
          onChange={setEvidence}
          keep={keep}
        />
        <div className={styles.actions}>
          <Button primary disabled={isPending} data-accept onClick={() => judge(true)}>
            {texts.decisions.confirm}
          </Button>
          <Button disabled={isPending || lacksReason} onClick={() => judge(false)}>
            {texts.decisions.reject}
          </Button>
        </div>
      </div>
    </ItemFrame>
  );
}
