import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { strings } from '../strings/index.ts';
import styles from './page.module.css';

/** True within a page that is shown as a part of another one, whose title the browser tab keeps. */
export const PagePart = createContext(false);

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
  const isPart = useContext(PagePart);
  useTitle(isPart ? null : title, count);
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
export function useTitle(title: string | null, count?: number): void {
  useEffect(() => {
    if (title === null) return;
    document.title = `${count ? `(${count}) ` : ''}${title} · ${strings().name}`;
  }, [title, count]);
}
