import { serverNow } from '../../api/clock.ts';
import { strings } from '../../strings/index.ts';
import { Day } from '../../ui/day.tsx';
import styles from './plans.module.css';

const DAY_MS = 86_400_000;

interface TargetProps {
  readonly date: string;
  /** The work is finished, so the date can't be missed anymore. */
  readonly closed: boolean;
}

/** The target date, marked when it is missed. */
export function Target({ date, closed }: TargetProps) {
  const overdue = !closed && Date.parse(date) + DAY_MS <= serverNow();
  return (
    <span className={overdue ? styles.overdue : undefined}>
      <Day at={date} />
      {overdue && ` (${strings().plans.overdue})`}
    </span>
  );
}
