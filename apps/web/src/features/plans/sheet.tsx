import type { ReactNode } from 'react';
import { strings } from '../../strings/index.ts';
import styles from './plans.module.css';

interface SheetProps {
  /** Its fields; beside it, and on a narrow window before it. */
  readonly fields: ReactNode;
  readonly children: ReactNode;
}

/** What something is, beside its fields. */
export const Sheet = ({ fields, children }: SheetProps) => (
  <div className={styles.sheet}>
    <aside className={styles.fields} aria-label={strings.plans.details}>
      {fields}
    </aside>
    <div className={styles.body}>{children}</div>
  </div>
);
