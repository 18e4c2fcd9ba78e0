import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { agentList } from '../../api/queries/agents.ts';
import { itemsOf } from '../../api/queries/lists.ts';
import { useMay } from '../../api/queries/who.ts';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { AgentCard } from './agent-card.tsx';
import styles from './agents.module.css';

const route = getRouteApi('/shell/agents');

/* Needed only to register an agent. */
const NewAgent = lazy(async () => ({ default: (await import('../settings/agents/new-agent.tsx')).NewAgent }));

/** All agents, each with its claimed tasks. */
export function AgentsPage() {
  const mayMake = useMay('agents:write');
  const { new: isNew } = route.useSearch();
  const navigate = useNavigate();
  const query = useInfiniteQuery(agentList);
  const isEmpty = query.data !== undefined && itemsOf(query.data).length === 0;
  const open = (to: boolean) => void navigate({ to: '/agents', search: to ? { new: true } : {} });
  const button = (
    <Button primary onClick={() => open(true)}>
      {strings().settings.agents.register}
    </Button>
  );
  return (
    <Page title={strings().nav.agents} actions={mayMake && !isNew && !isEmpty && button}>
      {mayMake && isNew && (
        <div className={styles.new}>
          <Suspense>
            <NewAgent onDone={() => open(false)} />
          </Suspense>
        </div>
      )}
      <PagedList
        query={query}
        empty={
          !isNew && (
            <EmptyState title={strings().agents.none} hint={strings().agents.noneHint}>
              {mayMake && button}
            </EmptyState>
          )
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
