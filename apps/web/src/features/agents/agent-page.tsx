import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { agent as agentQuery } from '../../api/queries/agents.ts';
import { isTandemError } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Page } from '../../ui/page.tsx';
import { AgentView } from './agent-view.tsx';

const route = getRouteApi('/shell/agents/$agentId');

/** The page of one agent. */
export function AgentPage() {
  const { agentId } = route.useParams();
  const { data: agent, error, refetch } = useQuery(agentQuery(agentId));
  if (agent) return <AgentView key={agent.id} agent={agent} />;
  if (!error) return <Page title={strings().nav.agents}>{null}</Page>;
  const isGone = isTandemError(error) && error.code === 'NOT_FOUND';
  return (
    <Page title={strings().nav.agents}>
      {isGone ? (
        <EmptyState title={strings().agents.notFound} hint={strings().agents.notFoundHint} />
      ) : (
        <LoadError error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}
