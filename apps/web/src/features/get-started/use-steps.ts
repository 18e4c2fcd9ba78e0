import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { agentList, connectedAgents } from '../../api/queries/agents.ts';
import { importList } from '../../api/queries/imports.ts';
import { itemsOf } from '../../api/queries/lists.ts';
import { people } from '../../api/queries/members.ts';
import { newestTask } from '../../api/queries/tasks.ts';
import { useCurrentMember, useMay } from '../../api/queries/who.ts';

export type StepName = 'task' | 'agent' | 'invite' | 'import';

export interface Step {
  readonly name: StepName;
  readonly isDone: boolean;
  /** Not everybody has something to import. */
  readonly isOptional?: true;
}

const POLL_MS = 5_000;

/** The steps that the person may take, each done once it has happened; undefined while loading. */
export function useSteps(): readonly Step[] | undefined {
  const { isAdmin, hasExpiringKey, isKnown } = useCurrentMember();
  const mayCreate = useMay('tasks:write');
  const mayRegister = useMay('agents:write') && isAdmin && !hasExpiringKey;
  const mayInvite = isAdmin && !hasExpiringKey;
  const tasks = useInfiniteQuery({ ...newestTask({}), enabled: mayCreate });
  const agents = useInfiniteQuery({ ...agentList, enabled: mayRegister });
  const members = useInfiniteQuery({ ...people, enabled: mayInvite });
  const imports = useInfiniteQuery({ ...importList, enabled: mayInvite });
  const hasAgents = itemsOf(agents.data).length > 0;
  const connected = useQuery({
    ...connectedAgents,
    enabled: mayRegister,
    refetchInterval: ({ state }) => (hasAgents && state.data?.length === 0 ? POLL_MS : false),
  });
  const loading = [tasks, agents, members, imports, connected].some(({ isLoading }) => isLoading);
  if (!isKnown || loading) return undefined;
  const steps: readonly (Step & { readonly may: boolean })[] = [
    { name: 'task', may: mayCreate, isDone: itemsOf(tasks.data).length > 0 },
    { name: 'agent', may: mayRegister, isDone: (connected.data ?? []).length > 0 },
    { name: 'invite', may: mayInvite, isDone: itemsOf(members.data).length > 1 },
    {
      name: 'import',
      may: mayInvite,
      isOptional: true,
      isDone: itemsOf(imports.data).some(({ state }) => state === 'finished'),
    },
  ];
  return steps.filter(({ may }) => may);
}
