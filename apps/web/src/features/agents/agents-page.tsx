import { useInfiniteQuery } from '@tanstack/react-query';
import { agentList } from '../../api/queries/agents.ts';
import { useMay } from '../../api/queries/who.ts';
import { strings } from '../../strings/index.ts';
import { Copied } from '../../ui/copied.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Listed } from '../../ui/listed.tsx';
import { Page } from '../../ui/page.tsx';
import { AgentCard } from './agent-card.tsx';
import styles from './agents.module.css';
import { ToSettings } from './to-settings.tsx';

/** All agents, each with its claimed tasks. */
export function AgentsPage() {
  const mayMake = useMay('agents:write');
  const query = useInfiniteQuery(agentList);
  return (
    <Page title={strings().nav.agents}>
      <Listed
        query={query}
        empty={
          <Empty title={strings().agents.none} hint={strings().agents.noneHint}>
            {mayMake && <ToSettings />}
            <Copied text={strings().agents.connectCommand} what={strings().agents.command} />
          </Empty>
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
      </Listed>
    </Page>
  );
}
