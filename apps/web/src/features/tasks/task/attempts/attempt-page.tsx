import type { Attempt } from '@tandem/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useId } from 'react';
import { taskAttempts } from '../../../../api/queries/attempts.ts';
import { useChoices } from '../../../../api/queries/lists.ts';
import { useNameOf } from '../../../../api/queries/members.ts';
import { task as taskQuery, taskResults } from '../../../../api/queries/task.ts';
import { strings } from '../../../../strings/index.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { LoadError } from '../../../../ui/load-error.tsx';
import { Page } from '../../../../ui/page.tsx';
import { Select } from '../../../../ui/select.tsx';
import { TaskLink } from '../../task-link.tsx';
import { ResultCard } from '../result-card.tsx';
import view from '../task-view.module.css';
import { AttemptFacts } from './attempt-facts.tsx';
import styles from './attempts.module.css';
import { Steps } from './steps.tsx';

const route = getRouteApi('/shell/tasks/$taskNumber/attempts/$attempt');

/** An attempt with its result and steps, and another one beside it. */
export function AttemptPage() {
  const params = route.useParams();
  const { with: withNumber } = route.useSearch();
  const navigate = route.useNavigate();
  const taskNumber = Number(params.taskNumber);
  const number = Number(params.attempt);
  const nameOf = useNameOf();
  const { data: task } = useQuery(taskQuery(taskNumber));
  const query = useInfiniteQuery(taskAttempts(taskNumber));
  const all = useChoices(query);
  const words = strings().attempts;
  const attempt = all.find((each) => each.attempt === number);
  const others = all.filter((each) => each !== attempt);
  const other = others.find((each) => each.attempt === withNumber);
  const title = words.one(number);
  if (query.error) {
    return (
      <Page title={title}>
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      </Page>
    );
  }
  if (!attempt) {
    return (
      <Page title={title}>
        {query.data && !query.hasNextPage && (
          <EmptyState title={words.notFound(number)} hint={words.notFoundHint} />
        )}
      </Page>
    );
  }
  return (
    <Page
      title={`${title} · #${taskNumber}`}
      heading={
        <>
          {task && (
            <nav className={view.parent} aria-label={strings().attempts.task}>
              <TaskLink task={task} />
            </nav>
          )}
          <h1>{words.title}</h1>
        </>
      }
      actions={
        others.length > 0 && (
          <Select
            bare
            prefix={words.comparePrefix}
            label={words.compareWith}
            value={other ? String(other.attempt) : ''}
            options={[
              { value: '', text: words.compareNone },
              ...others.map((each) => ({
                value: String(each.attempt),
                text: words.by(each.attempt, nameOf(each.agent.name)),
              })),
            ]}
            onChange={(value) =>
              void navigate({ search: value ? { with: Number(value) } : {}, replace: true })
            }
          />
        )
      }
    >
      <div className={styles.columns} data-two={other ? true : undefined}>
        <AttemptColumn taskNumber={taskNumber} attempt={attempt} />
        {other && <AttemptColumn key={other.attempt} taskNumber={taskNumber} attempt={other} />}
      </div>
    </Page>
  );
}

interface AttemptColumnProps {
  readonly taskNumber: number;
  readonly attempt: Attempt;
}

function AttemptColumn({ taskNumber, attempt }: AttemptColumnProps) {
  const heading = useId();
  const { data: task } = useQuery(taskQuery(taskNumber));
  const results = useChoices(useInfiniteQuery(taskResults(taskNumber)));
  const result = results.find(({ id }) => id === attempt.resultId);
  const words = strings().attempts;
  return (
    <section className={styles.column} aria-labelledby={heading}>
      <h2 id={heading}>{words.one(attempt.attempt)}</h2>
      <AttemptFacts attempt={attempt} />
      {result && <ResultCard result={result} criteria={task?.criteria ?? []} />}
      {attempt.transcript ? (
        <Steps key={attempt.transcript.fileId} fileId={attempt.transcript.fileId} />
      ) : (
        <p className="soft">{words.noTranscript}</p>
      )}
    </section>
  );
}
