import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

/** A page that has shown nothing by then is not waited for. */
const PATIENCE_MS = 10_000;

/**
 * What a browser does by itself between documents: the focus goes to the heading of the page that one has come to, which
 * tells a screen reader where that is. Whoever has the focus within the page already keeps it, and is told the title.
 */
export function useArrival(): { readonly main: React.RefObject<HTMLElement | null>; readonly said: string } {
  const place = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const main = useRef<HTMLElement>(null);
  const before = useRef(place);
  const [said, setSaid] = useState('');
  useEffect(() => {
    const from = before.current;
    before.current = place;
    if (from === undefined || from === place || !main.current) return;
    return whenHeaded(main.current, (heading, within) => {
      if (within) return setSaid(document.title);
      setSaid('');
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    });
  }, [place]);
  return { main, said };
}

/** Tells of the heading when it is there, and whether the focus is within the page already. */
function whenHeaded(main: HTMLElement, tell: (heading: HTMLElement, within: boolean) => void): () => void {
  const look = () => {
    const heading = main.querySelector('h1');
    if (!heading) return false;
    stop();
    const open = document.querySelector('[role="dialog"]:popover-open, [role="dialog"][data-open]');
    tell(heading, main.contains(document.activeElement) || open !== null);
    return true;
  };
  const observer = new MutationObserver(look);
  const timer = setTimeout(() => stop(), PATIENCE_MS);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  if (!look()) observer.observe(main, { childList: true, subtree: true });
  return stop;
}
