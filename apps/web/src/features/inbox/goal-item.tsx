import type { Goal, GoalsVerifyBody } from '@tandem/client';
import { useState } from 'react';
import { tandem } from '../../api/tandem.ts';
import { texts } from '../../app/texts/index.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { useDecision } from './decide.ts';
import styles from './inbox.module.css';
import { ItemFrame } from './item.tsx';

interface GoalItemProps {
  readonly goal: Goal;
  readonly since: string;
}

/** A goal that an agent says is met: a person confirms it, or says why not. */
export function GoalItem({ goal, since }: GoalItemProps) {
  const { id, title, test, lastVerification: last } = goal;
  const [evidence, setEvidence] = useState('');
  const { mutate, isPending } = useDecision<GoalsVerifyBody>({
    send: (verification) => tandem.goals.verify(id, verification),
    settles: (item) => item.goal?.id === id,
    said: ({ passed }) => (passed ? texts.inbox.goalMet(title) : texts.inbox.goalNotMet(title)),
  });
  const judge = (passed: boolean) =>
    mutate({
      passed,
      evidence: evidence.trim() === '' ? (last?.evidence ?? texts.inbox.confirmed) : evidence,
    });
  return (
    <ItemFrame kind={texts.inbox.goal} from={last?.byName} since={since} title={title}>
      {test && (
        <p>
          <strong>{texts.goals.test}</strong> {test}
        </p>
      )}
      {last && <Markdown text={last.evidence} />}
      <div className={styles.decision}>
        <TextArea label={texts.inbox.comment} value={evidence} onChange={setEvidence} keep={`goal-${id}`} />
        <div className={styles.actions}>
          <Button primary disabled={isPending} onClick={() => judge(true)}>
            {texts.inbox.confirm}
          </Button>
          <Button disabled={isPending || evidence.trim() === ''} onClick={() => judge(false)}>
            {texts.inbox.reject}
          </Button>
        </div>
      </div>
    </ItemFrame>
  );
}
