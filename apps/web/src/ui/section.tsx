import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

interface SectionProps {
  readonly title: string;
  /** The number of items; 0 is not shown. */
  readonly count?: number | undefined;
  /** Shown next to the title: the section's scope, or a control for it. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page under a title of its own. */
export function Section({ title, count, actions, children }: SectionProps) {
  const heading = useId();
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <header className={styles.header}>
        <h2 id={heading}>
          {title}
          {count ? <span className={styles.count}> {count}</span> : null}
        </h2>
        {actions}
      </header>
      {children}
    </section>
  );
}
