import { useQuery } from '@tanstack/react-query';
import { agentSessions } from '../../api/queries/agents.ts';
import { strings } from '../../strings/index.ts';
import { percent, short } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import styles from './own-sessions.module.css';

/** The API returns up to a thousand; this many are shown at first. */
const FIRST = 8;

/** The sessions that an agent's process reports as open. */
export function ReportedSessions({ agentId }: { agentId: string }) {
  const { data } = useQuery(agentSessions(agentId));
  if (!data || data.total === 0) return null;
  const { snapshotTimestamp } = data.meta;
  const rows = data.data.map(
    ({ key, displayName, kind, model, contextTokens, contextLimit, lastActivity }) => (
      <li key={key}>
        <p className={styles.name}>{displayName}</p>
        <p className={styles.soft}>
          <span>{kind}</span>
          <span>{model}</span>
          {contextLimit > 0 && (
            <span title={strings().agents.contextOf(short(contextTokens), short(contextLimit))}>
              {strings().agents.contextShare(percent(contextTokens / contextLimit))}
            </span>
          )}
          <RelativeTime at={lastActivity} />
        </p>
      </li>
    ),
  );
  return (
    <Section title={strings().agents.sessionsTitle}>
      <p className={styles.soft}>
        <span>
          {strings().agents.selfReported} {snapshotTimestamp && <RelativeTime at={snapshotTimestamp} />}
        </span>
      </p>
      <ul className="stack">{rows.slice(0, FIRST)}</ul>
      {rows.length > FIRST && (
        <details>
          <summary>{strings().agents.moreSessions(rows.length - FIRST)}</summary>
          <ul className="stack">{rows.slice(FIRST)}</ul>
        </details>
      )}
    </Section>
  );
}
