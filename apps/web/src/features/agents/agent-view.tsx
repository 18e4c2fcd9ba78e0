import type { AgentWithCounts } from '@tandem/client';
import { Link } from '@tanstack/react-router';
import { strings } from '../../strings/index.ts';
import { Mark } from '../../ui/name.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { Activity } from './activity.tsx';
import { AgentActions } from './agent-actions.tsx';
import styles from './agent-view.module.css';
import { Context } from './context.tsx';
import { Heard } from './heard.tsx';
import { Held } from './held.tsx';
import { useKnown, useTasksOf } from './know.ts';
import { OwnSessions } from './own-sessions.tsx';
import { OwnWords } from './own-words.tsx';
import { AgentSettings } from './settings.tsx';
import { StandingTag } from './standing-tag.tsx';
import { TelemetrySection } from './telemetry-section.tsx';
import { UsageSection } from './usage-section.tsx';
import { UsedToday } from './used-today.tsx';
import { Waits } from './waits.tsx';

/** An agent's claimed and waiting tasks, telemetry, usage and activity, with its settings in a side column. */
export function AgentView({ agent }: { agent: AgentWithCounts }) {
  const { held, point, used, standing, heard } = useKnown(agent);
  const waiting = useTasksOf(agent, 'waiting');
  const { displayName, title, emoji, name } = agent;
  return (
    <Page
      wide
      title={displayName}
      heading={
        <div className={styles.heading}>
          <Mark large agent name={displayName} />
          <h1>
            {displayName} <span aria-hidden="true">{emoji}</span>
          </h1>
          {standing && <StandingTag standing={standing} />}
        </div>
      }
      actions={<AgentActions alone agent={agent} />}
    >
      <p className={styles.soft}>
        {title && <span>{title}</span>}
        <Heard at={heard} />
        <OwnWords point={point} />
      </p>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Section
            title={strings().agents.workingOn}
            beside={
              <Link to="/tasks" search={{ assigned: name }}>
                {strings().agents.viewTasks}
              </Link>
            }
          >
            <Held tasks={held} />
          </Section>
          {waiting && waiting.length > 0 && (
            <Section title={strings().agents.waiting}>
              <Waits tasks={waiting} />
            </Section>
          )}
          <UsageSection agent={agent} />
          <TelemetrySection agentId={agent.id} />
          <Activity agentId={agent.id} />
        </div>
        <aside className={styles.column} aria-label={strings().agents.about}>
          {(point || used || agent.limits) && (
            <Section title={strings().agents.now}>
              {point && <Context point={point} />}
              <UsedToday limits={agent.limits} used={used} />
            </Section>
          )}
          <OwnSessions agentId={agent.id} />
          <AgentSettings agent={agent} />
        </aside>
      </div>
    </Page>
  );
}
