import type { Goal, Verification } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isClosed } from '../../api/is-closed.ts';
import { verifications } from '../../api/queries/goals.ts';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { MemberName } from '../../ui/member-name.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Section } from '../../ui/section.tsx';
import { Tag } from '../../ui/tag.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { GoalForm } from '../decisions/goal-form.tsx';
import planStyles from '../plans/plans.module.css';
import styles from './verifications.module.css';

interface VerificationsProps {
  readonly goal: Goal;
  readonly locked: boolean;
}

/** The verifications of a goal, newest first, and the form to add one. */
export function Verifications({ goal, locked }: VerificationsProps) {
  const { id, status } = goal;
  const query = useInfiniteQuery(verifications(id));
  const [isVerifying, setIsVerifying] = useState(false);
  const { goals } = strings();
  const canVerify = !locked && status === 'open';
  return (
    <Section
      title={goals.verifications}
      actions={
        canVerify && !isVerifying && <Button onClick={() => setIsVerifying(true)}>{goals.verifyTitle}</Button>
      }
    >
      {canVerify && isVerifying && <GoalForm goal={goal} onDone={() => setIsVerifying(false)} />}
      <PagedList
        query={query}
        empty={!isClosed(status) && <p className={planStyles.soft}>{goals.noVerifications}</p>}
      >
        {(all) => (
          <ol className={styles.list}>
            {all.map((each) => (
              <li key={`${each.at} ${each.byName}`}>
                <VerificationItem verification={each} />
              </li>
            ))}
          </ol>
        )}
      </PagedList>
    </Section>
  );
}

function VerificationItem({
  verification: { at, byName, passed, evidence },
}: {
  verification: Verification;
}) {
  return (
    <article className={styles.one} data-passed={passed}>
      <p className={styles.meta}>
        <Tag tone={passed ? 'good' : 'bad'}>{passed ? strings().goals.passed : strings().goals.failed}</Tag>
        <MemberName name={byName} />
        <RelativeTime at={at} />
      </p>
      <Markdown text={evidence} />
    </article>
  );
}
