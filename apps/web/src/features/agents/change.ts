import type { Agent, AgentsUpdateBody, AgentWithCounts, CountedPage } from '@tandem/client';
import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { agentList, agent as agentQuery } from '../../api/queries/agents.ts';
import { tandem } from '../../api/tandem.ts';
import { useChange } from '../../ui/change.ts';

/** Updates an agent in all queries without reading it again. */
function show(queries: QueryClient, agent: Agent): void {
  queries.setQueryData<InfiniteData<CountedPage<Agent>, string>>(
    agentList.queryKey,
    (pages) =>
      pages && {
        ...pages,
        pages: pages.pages.map((page) => ({
          ...page,
          data: page.data.map((each) => (each.id === agent.id ? agent : each)),
        })),
      },
  );
  queries.setQueryData<AgentWithCounts>(
    agentQuery(agent.id).queryKey,
    (agents) => agents && { ...agents, ...agent },
  );
}

/** Changes an agent: shown immediately, and reverted with the reason if the server refuses it. */
export function useAgentChange(agent: Agent, onFailed?: (error: Error) => boolean) {
  const queries = useQueryClient();
  return useChange({
    send: (change: AgentsUpdateBody) => tandem.agents.update(agent.id, change),
    optimistic: (change) => {
      show(queries, { ...agent, ...defined(change) });
      return () => show(queries, agent);
    },
    onDone: (changed) => show(queries, changed),
    onFailed,
  });
}

const defined = (change: AgentsUpdateBody): Partial<Agent> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
