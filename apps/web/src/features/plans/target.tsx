import { serverNow } from '../../api/clock.ts';
import { strings } from '../../strings/index.ts';
import { formatter } from '../../ui/format.ts';
import styles from './plans.module.css';

const DAY_MS = 86_400_000;

/** In UTC, as it was entered, so that it is the same for everyone. */
const dayFormat = formatter((tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' }));

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
      <time dateTime={date.slice(0, 10)}>{dayFormat().format(Date.parse(date))}</time>
      {overdue && ` (${strings().plans.overdue})`}
    </span>
  );
}
