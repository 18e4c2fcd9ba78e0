import { type ReactNode, useEffect } from 'react';
import { strings } from '../strings/index.ts';
import styles from './page.module.css';

interface PageProps {
  readonly title: string;
  /** Replaces the title if it is more than text. */
  readonly heading?: ReactNode;
  readonly count?: number | undefined;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page with its title, which the browser tab shows too. */
export function Page({ title, heading, count, actions, children }: PageProps) {
  useTitle(title, count);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        {heading ?? (
          <h1>
            {title}
            {count !== undefined && <span className={styles.count}> {count}</span>}
          </h1>
        )}
        {actions}
      </header>
      {children}
    </div>
  );
}

/** Sets the title of the browser tab, with the number of waiting items in front. */
export function useTitle(title: string, count?: number): void {
  useEffect(() => {
    document.title = `${count ? `(${count}) ` : ''}${title} · ${strings().name}`;
  }, [title, count]);
}
