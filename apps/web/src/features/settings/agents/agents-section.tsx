import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { agentList } from '../../../api/queries/agents.ts';
import { useWho } from '../../../api/queries/who.ts';
import { strings } from '../../../strings/index.ts';
import { Empty } from '../../../ui/empty.tsx';
import { Adding } from '../parts/adding.tsx';
import { Rows } from '../parts/rows.tsx';
import styles from '../parts/settings.module.css';
import { AgentForm } from './agent-form.tsx';
import type { Joined } from './agent-key.ts';
import { AgentRow } from './agent-row.tsx';
import { Joining } from './joining.tsx';

const words = () => strings().settings.agents;

/** The registered agents and their limits. Their activity is on the agents page. */
export function AgentsSection() {
  const { isLent, isAdmin } = useWho();
  const query = useInfiniteQuery(agentList);
  const [joined, setJoined] = useState<Joined | null>(null);
  const mayGiveKeys = isAdmin && !isLent;
  return (
    <div className={styles.section}>
      <p className={styles.hint}>{words().hint}</p>
      {joined && <Joining {...joined} onDone={() => setJoined(null)} />}
      <Adding text={words().register}>
        {(close) => (
          <AgentForm
            mayGiveKeys={mayGiveKeys}
            onDone={(made) => {
              close();
              setJoined(made);
            }}
            onCancel={close}
          />
        )}
      </Adding>
      <Rows
        label={strings().settings.sections.agents}
        query={query}
        empty={<Empty title={words().none} hint={words().noneHint} />}
      >
        {(agent) => (
          <AgentRow
            agent={agent}
            onKey={mayGiveKeys ? (secret) => setJoined({ agent, secret }) : undefined}
          />
        )}
      </Rows>
    </div>
  );
}
