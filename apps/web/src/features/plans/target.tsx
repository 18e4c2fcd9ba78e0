import { serverNow } from '../../api/clock.ts';
import { strings } from '../../strings/index.ts';
import { Day } from '../../ui/day.tsx';
import styles from './plans.module.css';

const DAY_MS = 86_400_000;

interface TargetProps {
  readonly date: string;
  /** Whether it is over, so that no date can be missed any more. */
  readonly closed: boolean;
}

/** Until when; said if that is over. */
export function Target({ date, closed }: TargetProps) {
  const overdue = !closed && Date.parse(date) + DAY_MS <= serverNow();
  return (
    <span className={overdue ? styles.overdue : undefined}>
      <Day at={date} />
      {overdue && ` (${strings.plans.overdue})`}
    </span>
  );
}
