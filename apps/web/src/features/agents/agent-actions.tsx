import type { Agent } from '@tandem/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/queries/who.ts';
import { tandem } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { useChange } from '../../ui/change.ts';
import { useCommands } from '../../ui/commands.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useAgentChange } from './change.ts';

interface AgentActionsProps {
  readonly agent: Agent;
  /** The page is about this agent only, so the palette offers its actions too. */
  readonly withCommands?: boolean;
}

/** Actions on an agent: chat, pause, stop. */
export function AgentActions({ agent, withCommands = false }: AgentActionsProps) {
  const mayChange = useMay('agents:write');
  const mayChat = useMay('chat:write');
  const navigate = useNavigate();
  const change = useAgentChange(agent);
  const [isAsking, setIsAsking] = useState(false);
  const chat = {
    text: strings().agents.chat,
    act: () => void navigate({ to: '/chats', search: { new: true, agent: agent.id } }),
  };
  const pause = {
    text: agent.paused ? strings().agents.resume : strings().agents.pause,
    act: () => change.mutate({ paused: !agent.paused }),
  };
  const stop = { text: strings().agents.stop, act: () => setIsAsking(true) };
  useCommands(withCommands ? [...(mayChat ? [chat] : []), ...(mayChange ? [pause, stop] : [])] : []);
  return (
    <div className="beside">
      {mayChat && <Button onClick={chat.act}>{chat.text}</Button>}
      {mayChange && (
        <>
          <Button onClick={pause.act}>{pause.text}</Button>
          <Button quiet onClick={stop.act}>
            {stop.text}
          </Button>
          <StopAgent agent={agent} isAsking={isAsking} onClose={() => setIsAsking(false)} />
        </>
      )}
    </div>
  );
}

interface StopProps {
  readonly agent: Agent;
  readonly isAsking: boolean;
  readonly onClose: () => void;
}

function StopAgent({ agent, isAsking, onClose }: StopProps) {
  const stop = useChange({
    send: () => tandem.agents.stop(agent.id),
    successMessage: () => strings().agents.stopped(agent.displayName),
    invalidates: ['agents', 'agent', 'tasks'],
  });
  return (
    <Confirm
      title={strings().agents.stopTitle(agent.displayName)}
      action={strings().agents.stopNow}
      open={isAsking}
      onConfirm={() => stop.mutate()}
      onClose={onClose}
    >
      <p>{strings().agents.stopHint}</p>
    </Confirm>
  );
}
