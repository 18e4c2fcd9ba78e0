import { type ReactNode, useEffect } from 'react';
import { texts } from '../app/texts/index.ts';
import styles from './page.module.css';

interface PageProps {
  readonly title: string;
  readonly count?: number | undefined;
  readonly actions?: ReactNode;
  /** With a column beside the text. */
  readonly wide?: boolean | undefined;
  readonly children: ReactNode;
}

/** A page with its title, which is the tab's as well. */
export function Page({ title, count, actions, wide, children }: PageProps) {
  useEffect(() => {
    document.title = `${count ? `(${count}) ` : ''}${title} · ${texts.name}`;
  }, [title, count]);
  return (
    <div className={styles.page} data-wide={wide || undefined}>
      <header className={styles.header}>
        <h1>
          {title}
          {count !== undefined && <span className={styles.count}> {count}</span>}
        </h1>
        {actions}
      </header>
      {children}
    </div>
  );
}
