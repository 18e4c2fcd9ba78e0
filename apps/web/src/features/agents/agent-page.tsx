import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { agent as agentQuery } from '../../api/queries/agents.ts';
import { isTandemError } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
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
        <Empty title={strings().agents.notFound} hint={strings().agents.notFoundHint} />
      ) : (
        <Failed error={error} again={() => void refetch()} />
      )}
    </Page>
  );
}
