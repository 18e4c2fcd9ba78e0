import { useEffect } from 'react';
import { strings } from '../strings/index.ts';

/** Sets the title of the browser tab, with the number of waiting items in front. */
export function useTitle(title: string, count?: number): void {
  useEffect(() => {
    document.title = `${count ? `(${count}) ` : ''}${title} · ${strings().name}`;
  }, [title, count]);
}
