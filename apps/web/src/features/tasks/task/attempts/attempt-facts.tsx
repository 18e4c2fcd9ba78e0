import type { Attempt } from '@tandem/client';
import { strings } from '../../../../strings/index.ts';
import { spanOf } from '../../../../ui/format.ts';
import { MemberName } from '../../../../ui/member-name.tsx';
import { Tag, type Tone } from '../../../../ui/tag.tsx';
import { RelativeTime, useNow } from '../../../../ui/time.tsx';
import { UsageAmounts } from '../../../../ui/usage.tsx';
import styles from './attempts.module.css';

/** Digits that are shown of a commit. */
const COMMIT_DIGITS = 10;

/** The agent of an attempt, its duration, cost and end. */
export function AttemptFacts({ attempt }: { readonly attempt: Attempt }) {
  const { agent, startedAt, failure, usage, usageSources, branch, commit } = attempt;
  const words = strings().attempts;
  const waited = waitOf(attempt);
  return (
    <>
      <p className="beside">
        <MemberName name={agent.name} agent />
        <Tag tone={toneOf(attempt)}>{attempt.end === null ? words.running : words.ends[attempt.end]}</Tag>
      </p>
      <p className={styles.facts}>
        <RelativeTime at={startedAt} />
        <span>
          {words.ran} <RunTime attempt={attempt} />
        </span>
        {Object.keys(usage).length > 0 && <UsageAmounts usage={usage} sources={usageSources} />}
        {waited && <span>{waited}</span>}
      </p>
      {failure && (
        <p className={styles.failure}>
          <strong>{words.failures[failure.class]}:</strong> {failure.message}
        </p>
      )}
      {(branch || commit) && (
        <p className={styles.facts}>
          {branch && (
            <span>
              {words.branch} <code>{branch}</code>
            </span>
          )}
          {commit && (
            <span>
              {words.commit} <code title={commit}>{commit.slice(0, COMMIT_DIGITS)}</code>
            </span>
          )}
        </p>
      )}
    </>
  );
}

function RunTime({ attempt: { startedAt, endedAt } }: { readonly attempt: Attempt }) {
  const now = useNow();
  return spanOf((endedAt === null ? now : Date.parse(endedAt)) - Date.parse(startedAt));
}

/** How long the task waited for people after the attempt. */
function waitOf({ waitedMs, end }: Attempt): string | null {
  if (waitedMs < 1000) return null;
  const { waited } = strings().attempts;
  const name = end === 'asked' ? 'answer' : end === 'finished' ? 'review' : 'people';
  return waited[name](spanOf(waitedMs));
}

function toneOf({ end, failure }: Attempt): Tone {
  if (end === null) return 'accent';
  if (failure || end === 'expired' || end === 'over_budget') return 'bad';
  return end === 'finished' ? 'good' : 'quiet';
}
