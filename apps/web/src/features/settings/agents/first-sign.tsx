import type { Agent } from '@tandem/client';
import { useQuery } from '@tanstack/react-query';
import { connectedAgents } from '../../../api/queries/agents.ts';
import { strings } from '../../../strings/index.ts';
import { Tag } from '../../../ui/tag.tsx';

const words = () => strings().settings.agents;

/** Keys raise no event when they are used, so their use is polled while somebody waits for it. */
const POLL_MS = 2_000;

/** Whether an agent's process has used its key yet. */
export function FirstSign({ agent: { id, displayName } }: { readonly agent: Agent }) {
  const { data: connected } = useQuery({
    ...connectedAgents,
    refetchInterval: ({ state }) => (state.data?.includes(id) ? false : POLL_MS),
  });
  const isHere = connected?.includes(id);
  return (
    <p role="status">{isHere ? <Tag tone="good">{words().connected(displayName)}</Tag> : words().waiting}</p>
  );
}
