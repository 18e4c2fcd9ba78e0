import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

interface SectionProps {
  readonly title: string;
  /** How many there are; none is not said. */
  readonly count?: number | undefined;
  /** Beside the title: what it covers, or what is chosen for it. */
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page under a title of its own. */
export function Section({ title, count, beside, children }: SectionProps) {
  const heading = useId();
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <header className={styles.header}>
        <h2 id={heading}>
          {title}
          {count ? <span className={styles.count}> {count}</span> : null}
        </h2>
        {beside}
      </header>
      {children}
    </section>
  );
}
