import type { Agent } from '@tandem/client';
import { useState } from 'react';
import { useCurrentMember } from '../../../api/queries/who.ts';
import { AgentForm } from './agent-form.tsx';
import type { NewAgentKey } from './agent-key.ts';
import { ConnectAgent } from './connect-agent.tsx';

interface NewAgentProps {
  /** Called when the agent is registered and its key, if there is one, has been stored; or on Cancel. */
  readonly onDone: (agent: Agent | null) => void;
}

/** Registers an agent, then shows its key and how to connect it. */
export function NewAgent({ onDone }: NewAgentProps) {
  const { hasExpiringKey, isAdmin } = useCurrentMember();
  const [created, setCreated] = useState<NewAgentKey | null>(null);
  if (created) return <ConnectAgent {...created} onDone={() => onDone(created.agent)} />;
  return (
    <AgentForm
      mayGiveKeys={isAdmin && !hasExpiringKey}
      onDone={(newKey) => (newKey ? setCreated(newKey) : onDone(null))}
      onCancel={() => onDone(null)}
    />
  );
}
