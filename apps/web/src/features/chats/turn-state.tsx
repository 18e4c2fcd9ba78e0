import type { Chat, Turn } from '@tandem/client';
import { useQuery } from '@tanstack/react-query';
import { agent as agentQuery } from '../../api/queries/agents.ts';
import { useMay } from '../../api/queries/who.ts';
import { type Strings, strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import styles from './turn-state.module.css';
import { useArchive } from './use-archive.tsx';

interface TurnStateProps {
  readonly chat: Chat;
  readonly turn: Turn | undefined;
  /** Retries the message; undefined if that isn't possible. */
  readonly onAgain: (() => void) | undefined;
}

/** The state of the last message according to Tandem: queue position, lease of the answering agent, or outcome. */
export function TurnState({ chat, turn, onAgain }: TurnStateProps) {
  const archive = useArchive(chat);
  const { displayName, id: agentId } = chat.agent;
  const mayReadAgents = useMay('agents:read');
  const { data: agent } = useQuery({ ...agentQuery(agentId), enabled: mayReadAgents });
  if (!turn || turn.state === 'completed') return null;
  if (turn.status === 'pending') {
    const isRunning = turn.state === 'running';
    return (
      <div className={styles.state} data-state={turn.state}>
        <span className={styles.dot} aria-hidden="true" />
        <p>
          {isRunning ? strings().chats.running(displayName) : queuedBy(displayName, agent?.paused)}
          {' · '}
          <span className="small">
            {isRunning ? strings().chats.lastActive : strings().chats.queuedSince}{' '}
            <RelativeTime at={isRunning ? turn.updatedAt : turn.createdAt} />
          </span>
        </p>
        <Button quiet onClick={archive.begin}>
          {strings().chats.stop}
        </Button>
        {archive.dialog}
      </div>
    );
  }
  return (
    <div className={styles.state} data-state={turn.state}>
      <p>
        {turn.state === 'failed'
          ? `${strings().chats.failed(displayName)} ${reasonOf(turn)}`
          : strings().chats.canceled}
      </p>
      {onAgain && <Button onClick={onAgain}>{strings().chats.sendAgain}</Button>}
    </div>
  );
}

/** A paused agent starts no new answer. */
const queuedBy = (agent: string, isPaused = false): string =>
  isPaused ? strings().chats.paused(agent) : strings().chats.queued(agent);

/** The reason given by the agent or person who ended the turn; the server's own codes are translated. */
function reasonOf({ errorCode, errorMessage }: Turn): string {
  if (errorCode && Object.hasOwn(strings().chats.reason, errorCode)) {
    return strings().chats.reason[errorCode as keyof Strings['chats']['reason']];
  }
  return errorMessage ?? errorCode ?? '';
}
