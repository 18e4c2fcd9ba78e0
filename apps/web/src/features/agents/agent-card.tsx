import type { Agent } from '@tandem/client';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useInView } from '../../ui/in-view.ts';
import { Mark } from '../../ui/name.tsx';
import { AgentActions } from './agent-actions.tsx';
import styles from './agent-card.module.css';
import { Context } from './context.tsx';
import { Heard } from './heard.tsx';
import { Held } from './held.tsx';
import { useKnown } from './know.ts';
import { OwnWords } from './own-words.tsx';
import { StandingTag } from './standing-tag.tsx';
import { UsedToday } from './used-today.tsx';

/** An agent at a glance: state, tasks, and usage; its own report is kept separate. */
export function AgentCard({ agent }: { agent: Agent }) {
  const heading = useId();
  const { ref, inView } = useInView<HTMLElement>();
  const { held, point, used, standing, heard } = useKnown(agent, inView);
  return (
    <article ref={ref} className={styles.card} aria-labelledby={heading}>
      <header className={styles.header}>
        <Mark large agent name={agent.displayName} />
        <div className={styles.who}>
          <h2 id={heading} className={`${styles.name} as-text`}>
            <Link to="/agents/$agentId" params={{ agentId: agent.id }}>
              {agent.displayName}
            </Link>{' '}
            <span aria-hidden="true">{agent.emoji}</span>
          </h2>
          {agent.title && <p className={styles.title}>{agent.title}</p>}
        </div>
        {standing && <StandingTag standing={standing} />}
      </header>
      <div className={styles.body}>
        <Held tasks={held} />
        {point && <Context point={point} />}
        <UsedToday limits={agent.limits} used={used} />
        <p className={styles.soft}>
          <Heard at={heard} />
          <OwnWords point={point} />
        </p>
      </div>
      <AgentActions agent={agent} />
    </article>
  );
}
