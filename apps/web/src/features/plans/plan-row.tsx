import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Tag, type Tone } from '../../ui/tag.tsx';
import styles from './plans.module.css';

interface PlanRowProps {
  /** A link to it. */
  readonly name: ReactNode;
  /** Omitted where it is obvious. */
  readonly initiative?: { readonly id: string; readonly name: string } | null | undefined;
  readonly color?: string;
  readonly tone: Tone;
  readonly status: string;
  readonly progress: ReactNode;
  readonly date: ReactNode;
}

/** A project, goal or initiative in a list. */
export function PlanRow({ name, initiative, color, tone, status, progress, date }: PlanRowProps) {
  const names = (
    <div className={styles.names}>
      {name}
      {initiative && (
        <span className={styles.soft}>
          <Link to="/initiatives/$initiativeId" params={{ initiativeId: initiative.id }}>
            {initiative.name}
          </Link>
        </span>
      )}
    </div>
  );
  return (
    <li className={styles.row}>
      {color ? (
        <div className={styles.name}>
          <span className={styles.dot} style={{ background: color }} />
          {names}
        </div>
      ) : (
        names
      )}
      <div>
        <Tag tone={tone}>{status}</Tag>
      </div>
      {progress}
      <div className={styles.date}>{date}</div>
    </li>
  );
}
