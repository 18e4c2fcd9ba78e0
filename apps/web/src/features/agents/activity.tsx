import type { ActivityEntry } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { agentActivity } from '../../api/queries/agents.ts';
import { texts } from '../../app/texts/index.ts';
import { Failed } from '../../ui/failed.tsx';
import { More } from '../../ui/more.tsx';
import { Section } from '../../ui/section.tsx';
import { Ago } from '../../ui/time.tsx';
import styles from './activity.module.css';

/** What an agent did, and what was done to it, newest first. */
export function Activity({ agentId }: { agentId: string }) {
  const query = useInfiniteQuery(agentActivity(agentId));
  const { data, error, refetch } = query;
  return (
    <Section title={texts.agents.activity}>
      {error && <Failed error={error} again={() => void refetch()} />}
      <ol className={styles.entries}>
        {data?.pages.flatMap((page) => page.data.map((entry) => <Entry key={entry.id} entry={entry} />))}
      </ol>
      <div>
        <More query={query} />
      </div>
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
