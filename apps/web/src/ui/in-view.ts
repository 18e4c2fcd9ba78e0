import { type RefObject, useEffect, useRef, useState } from 'react';

/** What is nearly in view is as if it were: it is ready when it comes. */
const MARGIN = '400px';

/** Whether something is in view, or nearly; what nobody sees need not be asked for again and again. */
export function useInView<Place extends Element>(): {
  readonly ref: RefObject<Place | null>;
  readonly inView: boolean;
} {
  const ref = useRef<Place>(null);
  const [inView, setInView] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting === true), {
      rootMargin: MARGIN,
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return { ref, inView };
}
