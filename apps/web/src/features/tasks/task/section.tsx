import { type ReactNode, useId } from 'react';
import styles from './task.module.css';

interface SectionProps {
  readonly title: string;
  readonly count?: number | undefined;
  /** Beside the title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the page with its heading. */
export function Section({ title, count, action, children }: SectionProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <header className={styles.sectionHeader}>
        <h2 id={heading}>
          {title}
          {count ? <span className={styles.count}> {count}</span> : null}
        </h2>
        {action}
      </header>
      {children}
    </section>
  );
}
