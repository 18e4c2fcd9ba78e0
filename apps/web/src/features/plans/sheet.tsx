import type { ReactNode } from 'react';
import { strings } from '../../strings/index.ts';
import styles from './plans.module.css';

interface SheetProps {
  /** The fields column; in a narrow window it comes first. */
  readonly fields: ReactNode;
  readonly children: ReactNode;
}

/** A resource's content next to its fields. */
export const Sheet = ({ fields, children }: SheetProps) => (
  <div className={styles.sheet}>
    <aside className={styles.fields} aria-label={strings().plans.details}>
      {fields}
    </aside>
    <div className={styles.body}>{children}</div>
  </div>
);
