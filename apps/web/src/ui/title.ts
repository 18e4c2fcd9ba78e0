import { useEffect } from 'react';
import { strings } from '../strings/index.ts';

/** What the tab of the browser is called; how many wait stands before it. */
export function useTitle(title: string, count?: number): void {
  useEffect(() => {
    document.title = `${count ? `(${count}) ` : ''}${title} · ${strings.name}`;
  }, [title, count]);
}
