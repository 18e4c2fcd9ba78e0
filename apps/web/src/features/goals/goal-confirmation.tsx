import type { Goal } from '@tandem/client';
import { useId } from 'react';
import { useNameOf } from '../../api/queries/members.ts';
import { strings } from '../../strings/index.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { GoalForm } from '../decisions/goal-form.tsx';
import styles from './goal-confirmation.module.css';

/** A reported goal that waits for a person's confirmation. */
export function GoalConfirmation({ goal }: { goal: Goal }) {
  const heading = useId();
  const { lastVerification: last } = goal;
  const nameOf = useNameOf();
  return (
    <section className={styles.asked} aria-labelledby={heading}>
      <header className="line">
        <h2 id={heading}>{strings().goals.reportedMet(nameOf(last?.byName ?? ''))}</h2>
        {last && <RelativeTime at={last.at} />}
      </header>
      {last && <Markdown text={last.evidence} />}
      <GoalForm goal={goal} />
    </section>
  );
}
