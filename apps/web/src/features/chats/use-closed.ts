import type { Chat } from '@tandem/client';
import { useQuery } from '@tanstack/react-query';
import { agent as agentQuery } from '../../api/queries/agents.ts';
import { useMay } from '../../api/queries/who.ts';
import { isTandemError } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';

/** Why a chat takes no messages; null when it does. */
export function useClosed({ status, agent }: Chat): string | null {
  const mayWrite = useMay('chat:write');
  const mayReadAgents = useMay('agents:read');
  const { error } = useQuery({ ...agentQuery(agent.id), enabled: mayReadAgents });
  if (!mayWrite) return strings().chats.readOnly;
  if (isTandemError(error) && error.code === 'NOT_FOUND') return strings().chats.agentGone;
  return status === 'archived' ? strings().chats.isArchived : null;
}
