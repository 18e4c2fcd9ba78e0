import { strings } from '../../strings/index.ts';
import { RelativeTime } from '../../ui/time.tsx';
import styles from './plans.module.css';

interface TimesProps {
  readonly of: { readonly createdAt: string; readonly updatedAt: string };
}

/** The creation and last change. */
export const Times = ({ of: { createdAt, updatedAt } }: TimesProps) => (
  <p className={styles.soft}>
    {strings().plans.created} <RelativeTime at={createdAt} /> · {strings().plans.updated}{' '}
    <RelativeTime at={updatedAt} />
  </p>
);
