import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

/** The maximum wait for a page's heading, in milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * Moves the focus to the new page's heading, which a screen reader announces, as browsers do for a new document. If
 * the focus is already within the page it stays, and the title is announced.
 */
export function useFocusHeading(): {
  readonly main: React.RefObject<HTMLElement | null>;
  readonly announcement: string;
} {
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const main = useRef<HTMLElement>(null);
  const before = useRef(pathname);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    const from = before.current;
    before.current = pathname;
    if (from === undefined || from === pathname || !main.current) return;
    return onHeading(main.current, (heading, within) => {
      if (within) return setAnnouncement(document.title);
      setAnnouncement('');
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    });
  }, [pathname]);
  return { main, announcement };
}

/** Calls back once the heading is present, with whether the focus is already within the page. */
function onHeading(main: HTMLElement, callback: (heading: HTMLElement, within: boolean) => void): () => void {
  const look = () => {
    const heading = main.querySelector('h1');
    if (!heading) return false;
    stop();
    const open = document.querySelector('[role="dialog"]:popover-open, [role="dialog"][data-open]');
    callback(heading, main.contains(document.activeElement) || open !== null);
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
