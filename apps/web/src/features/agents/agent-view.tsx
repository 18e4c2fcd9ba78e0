import type { AgentWithCounts } from '@tandem/client';
import { Link } from '@tanstack/react-router';
import { strings } from '../../strings/index.ts';
import { Avatar } from '../../ui/name.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { Tag } from '../../ui/tag.tsx';
import { FavoriteStar } from '../preferences/favorite-star.tsx';
import { Activity } from './activity.tsx';
import { AgentActions } from './agent-actions.tsx';
import { AgentStateTag } from './agent-state-tag.tsx';
import styles from './agent-view.module.css';
import { Context } from './context.tsx';
import { CurrentTasks } from './current-tasks.tsx';
import { LastSeen } from './last-seen.tsx';
import { ReportedSessions } from './reported-sessions.tsx';
import { RunningChecks } from './running-checks.tsx';
import { SelfReport } from './self-report.tsx';
import { AgentSettings } from './settings.tsx';
import { TelemetrySection } from './telemetry-section.tsx';
import { UsageSection } from './usage-section.tsx';
import { UsageToday } from './usage-today.tsx';
import { useAgentStatus, useTasksOf } from './use-agent-status.ts';
import { WaitingTasks } from './waiting-tasks.tsx';

/** An agent's claimed and waiting tasks, telemetry, usage and activity, with its settings in a side column. */
export function AgentView({ agent }: { agent: AgentWithCounts }) {
  const { currentTasks, checks, point, used, state, lastSeen } = useAgentStatus(agent);
  const waiting = useTasksOf(agent, 'waiting');
  const { displayName, title, emoji, name } = agent;
  return (
    <Page
      title={displayName}
      heading={
        <div className={styles.heading}>
          <Avatar large agent name={displayName} emoji={emoji} />
          <h1>{displayName}</h1>
          {agent.verifier && <Tag tone="accent">{strings().agents.verifier}</Tag>}
          {state && <AgentStateTag state={state} />}
          <FavoriteStar kind="agent" id={agent.id} name={displayName} />
        </div>
      }
      actions={<AgentActions withCommands agent={agent} />}
    >
      <p className={styles.soft}>
        {title && <span>{title}</span>}
        <LastSeen at={lastSeen} />
        <SelfReport point={point} />
      </p>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Section
            title={strings().agents.workingOn}
            actions={
              <Link to="/tasks" search={{ assigned: name }}>
                {strings().agents.viewTasks}
              </Link>
            }
          >
            {agent.verifier ? <RunningChecks checks={checks} /> : <CurrentTasks tasks={currentTasks} />}
          </Section>
          {waiting && waiting.length > 0 && (
            <Section title={strings().agents.waiting}>
              <WaitingTasks tasks={waiting} />
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
              <UsageToday limits={agent.limits} used={used} />
            </Section>
          )}
          <ReportedSessions agentId={agent.id} />
          <AgentSettings agent={agent} />
        </aside>
      </div>
    </Page>
  );
}
