import { useInfiniteQuery } from '@tanstack/react-query';
import { agentList } from '../../api/queries/agents.ts';
import { useMay } from '../../api/queries/who.ts';
import { strings } from '../../strings/index.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { AgentCard } from './agent-card.tsx';
import { AgentSettingsLink } from './agent-settings-link.tsx';
import styles from './agents.module.css';

/** All agents, each with its claimed tasks. */
export function AgentsPage() {
  const mayMake = useMay('agents:write');
  const query = useInfiniteQuery(agentList);
  return (
    <Page title={strings().nav.agents}>
      <PagedList
        query={query}
        empty={
          <EmptyState title={strings().agents.none} hint={strings().agents.noneHint}>
            {mayMake && <AgentSettingsLink />}
            <Copyable text={strings().agents.connectCommand} noun={strings().agents.command} />
          </EmptyState>
        }
      >
        {(agents) => (
          <ul className={styles.cards}>
            {agents.map((agent) => (
              <li key={agent.id}>
                <AgentCard agent={agent} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Page>
  );
}
