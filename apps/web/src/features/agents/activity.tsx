import type { ActivityEntry } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { agentActivity } from '../../api/queries/agents.ts';
import { texts } from '../../app/texts/index.ts';
import { Button } from '../../ui/button.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Section } from '../../ui/section.tsx';
import { Ago } from '../../ui/time.tsx';
import styles from './activity.module.css';

/** What an agent did, and what was done to it, newest first. */
export function Activity({ agentId }: { agentId: string }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    agentActivity(agentId),
  );
  return (
    <Section title={texts.agents.activity}>
      {error && <Failed error={error} again={() => void refetch()} />}
      <ol className={styles.entries}>
        {data?.pages.flatMap((page) => page.data.map((entry) => <Entry key={entry.id} entry={entry} />))}
      </ol>
      {hasNextPage && (
        <div>
          <Button onClick={() => void fetchNextPage()} disabled={isFetchingNextPage}>
            {texts.more}
          </Button>
        </div>
      )}
    </Section>
  );
}

function Entry({ entry }: { entry: ActivityEntry }) {
  const { actorName, entityType, entityTitle, action, field, oldValue, newValue, createdAt } = entry;
  return (
    <li className={styles.entry}>
      <span className={styles.soft}>
        <Ago at={createdAt} />
      </span>
      <span>
        <strong>{actorName}</strong> {texts.agents.did[action] ?? action}{' '}
        <span className={styles.soft}>{entityType}</span> {entityTitle}
        {field && <span className={styles.soft}> · {field}</span>}
        {(oldValue !== null || newValue !== null) && (
          <>
            {' '}
            {oldValue !== null && <del>{oldValue}</del>} {newValue !== null && <ins>{newValue}</ins>}
          </>
        )}
      </span>
    </li>
  );
}
