import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { agentList } from '../../../api/queries/agents.ts';
import { useCurrentMember } from '../../../api/queries/who.ts';
import { strings } from '../../../strings/index.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Adding } from '../parts/adding.tsx';
import { Rows } from '../parts/rows.tsx';
import styles from '../parts/settings.module.css';
import { AgentForm } from './agent-form.tsx';
import type { NewAgentKey } from './agent-key.ts';
import { AgentRow } from './agent-row.tsx';
import { ConnectAgent } from './connect-agent.tsx';

const words = () => strings().settings.agents;

/** The registered agents and their limits. Their activity is on the agents page. */
export function AgentsSection() {
  const { hasExpiringKey, isAdmin } = useCurrentMember();
  const query = useInfiniteQuery(agentList);
  const [newKey, setNewKey] = useState<NewAgentKey | null>(null);
  const mayGiveKeys = isAdmin && !hasExpiringKey;
  return (
    <div className={styles.section}>
      <p className={styles.hint}>{words().hint}</p>
      {newKey && <ConnectAgent {...newKey} onDone={() => setNewKey(null)} />}
      <Adding text={words().register}>
        {(close) => (
          <AgentForm
            mayGiveKeys={mayGiveKeys}
            onDone={(created) => {
              close();
              setNewKey(created);
            }}
            onCancel={close}
          />
        )}
      </Adding>
      <Rows
        label={strings().settings.sections.agents}
        query={query}
        empty={<EmptyState title={words().none} hint={words().noneHint} />}
      >
        {(agent) => (
          <AgentRow
            agent={agent}
            onKey={mayGiveKeys ? (secret) => setNewKey({ agent, secret }) : undefined}
          />
        )}
      </Rows>
    </div>
  );
}
