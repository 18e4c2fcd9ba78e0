import type { Agent } from '@tandem/client';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { strings } from '../../strings/index.ts';
import { useInView } from '../../ui/in-view.ts';
import { Avatar } from '../../ui/name.tsx';
import { Tag } from '../../ui/tag.tsx';
import { AgentActions } from './agent-actions.tsx';
import styles from './agent-card.module.css';
import { AgentStateTag } from './agent-state-tag.tsx';
import { Context } from './context.tsx';
import { CurrentTasks } from './current-tasks.tsx';
import { LastSeen } from './last-seen.tsx';
import { RunningChecks } from './running-checks.tsx';
import { SelfReport } from './self-report.tsx';
import { UsageToday } from './usage-today.tsx';
import { useAgentStatus } from './use-agent-status.ts';

/** An agent at a glance: state, tasks, and usage; its own report is kept separate. */
export function AgentCard({ agent }: { agent: Agent }) {
  const heading = useId();
  const { ref, inView } = useInView<HTMLElement>();
  const { currentTasks, checks, point, used, state, lastSeen } = useAgentStatus(agent, inView);
  return (
    <article ref={ref} className={styles.card} aria-labelledby={heading}>
      <header className={styles.header}>
        <Avatar large agent name={agent.displayName} emoji={agent.emoji} />
        <div className={styles.who}>
          <h2 id={heading} className={`${styles.name} as-text`}>
            <Link to="/agents/$agentId" params={{ agentId: agent.id }}>
              {agent.displayName}
            </Link>
          </h2>
          {agent.title && <p className={styles.title}>{agent.title}</p>}
        </div>
        {agent.verifier && <Tag tone="accent">{strings().agents.verifier}</Tag>}
        {state && <AgentStateTag state={state} />}
      </header>
      <div className={styles.body}>
        {agent.verifier ? <RunningChecks checks={checks} /> : <CurrentTasks tasks={currentTasks} />}
        {point && <Context point={point} />}
        <UsageToday limits={agent.limits} used={used} />
        <p className={styles.soft}>
          <LastSeen at={lastSeen} />
          <SelfReport point={point} />
        </p>
      </div>
      <AgentActions agent={agent} />
    </article>
  );
}
