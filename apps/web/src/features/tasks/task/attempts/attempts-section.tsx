import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { taskAttempts } from '../../../../api/queries/attempts.ts';
import { itemsOf } from '../../../../api/queries/lists.ts';
import { useNameOf } from '../../../../api/queries/members.ts';
import type { TaskNow } from '../../../../api/queries/task.ts';
import { strings } from '../../../../strings/index.ts';
import { Button } from '../../../../ui/button.tsx';
import { LoadError } from '../../../../ui/load-error.tsx';
import { More } from '../../../../ui/more.tsx';
import { Section } from '../../../../ui/section.tsx';
import { AttemptFacts } from './attempt-facts.tsx';
import styles from './attempts.module.css';

/** Attempts shown at first. */
const FEW = 3;
/** Heartbeats raise no events, so a run's usage is polled. */
const POLL_MS = 15_000;

/** The attempts of agents at a task, newest first. */
export function AttemptsSection({ task: { taskNumber, claim } }: { readonly task: TaskNow }) {
  const query = useInfiniteQuery({ ...taskAttempts(taskNumber), refetchInterval: claim ? POLL_MS : false });
  const nameOf = useNameOf();
  const [isAll, setIsAll] = useState(false);
  const words = strings().attempts;
  const all = itemsOf(query.data);
  const shown = isAll ? all : all.slice(0, FEW);
  if (all.length === 0) {
    return query.error && <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  }
  return (
    <Section title={words.title}>
      <ol className={styles.timeline}>
        {shown.map((attempt) => (
          <li key={attempt.attempt} aria-label={words.by(attempt.attempt, nameOf(attempt.agent.name))}>
            <AttemptFacts attempt={attempt} />
            <p>
              <Link
                to="/tasks/$taskNumber/attempts/$attempt"
                params={{ taskNumber: String(taskNumber), attempt: String(attempt.attempt) }}
              >
                {words.one(attempt.attempt)}
                {attempt.transcript && `: ${words.steps(attempt.transcript.steps)}`}
              </Link>
            </p>
          </li>
        ))}
      </ol>
      {shown.length < all.length && (
        <div>
          <Button onClick={() => setIsAll(true)}>{words.showAll(all.length)}</Button>
        </div>
      )}
      {isAll && <More query={query} />}
    </Section>
  );
}
