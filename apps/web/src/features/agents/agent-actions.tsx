import type { Agent } from '@tandem/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { useMay } from '../../api/rights.ts';
import { tandem } from '../../api/tandem.ts';
import { texts } from '../../app/texts/index.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import styles from './agent-actions.module.css';
import { useAgentChange } from './change.ts';

/** What a person may do with an agent: talk to it, have it pause, and stop it. */
export function AgentActions({ agent }: { agent: Agent }) {
  const mayChange = useMay('agents:write');
  const mayChat = useMay('chat:write');
  const navigate = useNavigate();
  const change = useAgentChange(agent);
  return (
    <div className={styles.actions}>
      {mayChat && (
        <Button onClick={() => void navigate({ to: '/chats', search: { agent: agent.id } })}>
          {texts.agents.chat}
        </Button>
      )}
      {mayChange && (
        <>
          <Button onClick={() => change.mutate({ paused: !agent.paused })}>
            {agent.paused ? texts.agents.resume : texts.agents.pause}
          </Button>
          <Stop agent={agent} />
        </>
      )}
    </div>
  );
}

function Stop({ agent }: { agent: Agent }) {
  const [asks, setAsks] = useState(false);
  const stop = useChange({
    send: () => tandem.agents.stop(agent.id),
    said: () => texts.agents.stopped(agent.displayName),
    reads: ['agents', 'agent', 'tasks'],
  });
  return (
    <>
      <Button quiet disabled={stop.isPending} onClick={() => setAsks(true)}>
        {texts.agents.stop}
      </Button>
      <Confirm
        title={texts.agents.stopTitle(agent.displayName)}
        action={texts.agents.stopNow}
        open={asks}
        onConfirm={() => stop.mutate()}
        onClose={() => setAsks(false)}
      >
        <p>{texts.agents.stopWhat}</p>
      </Confirm>
    </>
  );
}
