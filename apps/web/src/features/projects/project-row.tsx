import type { Project } from '@tandem/client';
import { Link } from '@tanstack/react-router';
import { strings } from '../../strings/index.ts';
import { Shares } from '../../ui/shares.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from '../plans/plans.module.css';
import { Target } from '../plans/target.tsx';
import { isClosed, progressOf, sharesOf, TONES } from './progress.ts';

interface ProjectRowProps {
  readonly project: Project;
  /** Omitted where the initiative is obvious. */
  readonly withInitiative?: boolean;
}

/** A project in the list: name and task progress. */
export function ProjectRow({ project, withInitiative }: ProjectRowProps) {
  const { id, title, status, color, initiative, taskCounts, targetDate } = project;
  const says = progressOf(taskCounts);
  return (
    <li className={styles.row}>
      <div className={styles.name}>
        <span className={styles.dot} style={{ background: color }} />
        <div className={styles.names}>
          <Link to="/projects/$projectId" params={{ projectId: id }}>
            {title}
          </Link>
          {withInitiative && initiative && (
            <span className={styles.soft}>
              <Link to="/initiatives/$initiativeId" params={{ initiativeId: initiative.id }}>
                {initiative.name}
              </Link>
            </span>
          )}
        </div>
      </div>
      <div>
        <Tag tone={TONES[status]}>{strings().projects.status[status]}</Tag>
      </div>
      <div className={styles.progress}>
        <span>{says}</span>
        <Shares label={says} shares={sharesOf(taskCounts)} />
      </div>
      <div className={styles.date}>
        {targetDate && <Target date={targetDate} closed={isClosed(status)} />}
      </div>
    </li>
  );
}
