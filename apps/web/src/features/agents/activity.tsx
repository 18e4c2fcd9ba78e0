import type { ActivityEntry } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { agentActivity } from '../../api/queries/agents.ts';
import { itemsOf } from '../../api/queries/lists.ts';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Section } from '../../ui/section.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { changeOf } from '../activity/change.ts';
import styles from './activity.module.css';

/** Entries shown before “More”. */
const FIRST = 12;
const STEP = 50;
/** Characters shown of a long text. */
const MAX_CHARACTERS = 120;

/** An agent's activity and changes made to it, newest first. */
export function Activity({ agentId }: { agentId: string }) {
  const query = useInfiniteQuery(agentActivity(agentId));
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const [max, setMax] = useState(FIRST);
  const entries = itemsOf(data);
  const more = () => {
    setMax(max + STEP);
    if (entries.length < max + STEP && hasNextPage) void fetchNextPage();
  };
  return (
    <Section title={strings().agents.activity}>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      <ol className="stack-s">
        {entries.slice(0, max).map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {(hasNextPage || entries.length > max) && (
        <div>
          <Button disabled={isFetchingNextPage} onClick={more}>
            {strings().more}
          </Button>
        </div>
      )}
    </Section>
  );
}

function Entry({ entry }: { entry: ActivityEntry }) {
  const { actorName, entityType, entityTitle, action, createdAt } = entry;
  const change = changeOf(entry);
  return (
    <li className={styles.entry}>
      <span className="soft">
        <RelativeTime at={createdAt} />
      </span>
      <span>
        <strong>{actorName}</strong> {strings().agents.actions[action] ?? action}{' '}
        <span className="soft">{entityType}</span> {entityTitle}
        {change?.field && <span className="soft"> · {change.field}</span>}
        {change && change.to !== null && (
          <>
            : {change.from !== null && <span className="soft">{short(change.from)} → </span>}
            {short(change.to)}
          </>
        )}
      </span>
    </li>
  );
}

const short = (value: string): string =>
  value.length > MAX_CHARACTERS ? `${value.slice(0, MAX_CHARACTERS)} …` : value;
