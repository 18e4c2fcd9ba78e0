import type { Project } from '@tandem/client';
import { Link } from '@tanstack/react-router';
import { isClosed } from '../../api/is-closed.ts';
import { strings } from '../../strings/index.ts';
import { PlanRow } from '../plans/plan-row.tsx';
import { Progress } from '../plans/progress.tsx';
import { Target } from '../plans/target.tsx';
import { completionOf, TONES } from './progress.ts';

interface ProjectRowProps {
  readonly project: Project;
  /** Omitted where the initiative is obvious. */
  readonly withInitiative?: boolean;
}

/** A project in the list: name and task progress. */
export function ProjectRow({ project, withInitiative }: ProjectRowProps) {
  const { id, title, status, color, initiative, taskCounts, targetDate } = project;
  return (
    <PlanRow
      name={
        <Link to="/projects/$projectId" params={{ projectId: id }}>
          {title}
        </Link>
      }
      initiative={withInitiative ? initiative : null}
      color={color}
      tone={TONES[status]}
      status={strings().projects.status[status]}
      progress={<Progress {...completionOf(taskCounts)} />}
      date={targetDate && <Target date={targetDate} closed={isClosed(status)} />}
    />
  );
}
