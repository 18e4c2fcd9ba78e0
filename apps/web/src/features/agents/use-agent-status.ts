import type { Agent, Task, TaskStatus, TaskVerification } from '@tandem/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { serverNow } from '../../api/clock.ts';
import { REPORTED_EVERY_MS, runningChecks, telemetry } from '../../api/queries/agents.ts';
import { itemsOf } from '../../api/queries/lists.ts';
import { taskList } from '../../api/queries/tasks.ts';
import { dayOf, usageOfDay } from '../../api/queries/usage.ts';
import { type AgentState, agentStateOf, lastSeenAt } from './agent-state.ts';

/** The agent's tasks with a status; one page, since an agent has few. Polled, because leases raise no events. */
export function useTasksOf(agent: Agent, status: TaskStatus, enabled = true): readonly Task[] | undefined {
  const { data } = useInfiniteQuery({
    ...taskList({ assigned: agent.name, status: [status] }),
    refetchInterval: REPORTED_EVERY_MS,
    enabled,
  });
  return data && itemsOf(data);
}

/** The checks that a verifier runs. */
function useChecksOf({ id, verifier }: Agent, enabled: boolean): readonly TaskVerification[] {
  const { data } = useInfiniteQuery({ ...runningChecks, enabled: enabled && verifier });
  return itemsOf(data).filter((each) => verifier && each.verifier?.id === id);
}

/**
 * Tandem's own data about an agent, and separately its process's reports. Polled while `shown`, because neither
 * leases nor reports raise events.
 */
export function useAgentStatus(agent: Agent, enabled = true) {
  const inProgress = useTasksOf(agent, 'in_progress', enabled);
  const checks = useChecksOf(agent, enabled);
  const { data: point } = useQuery({ ...telemetry(agent.id), enabled });
  const { data: usage } = useQuery(usageOfDay(dayOf(serverNow())));
  const used = usage?.get(agent.id);
  const currentTasks = inProgress?.filter(({ claim }) => claim?.agent.id === agent.id);
  const state: AgentState | undefined =
    currentTasks &&
    agentStateOf({
      paused: agent.paused,
      limits: agent.limits,
      taskCount: currentTasks.length + checks.length,
      used,
    });
  const lastSeen =
    currentTasks && point !== undefined
      ? lastSeenAt(
          point,
          currentTasks.map(({ claim }) => claim),
        )
      : undefined;
  // A verifier need not report: that none is known doesn't mean that it has never connected.
  const shownAs = agent.verifier ? (lastSeen ?? undefined) : lastSeen;
  return { currentTasks, checks, point, used, state, lastSeen: shownAs };
}
