import { type RefObject, useEffect, useRef, useState } from 'react';

/** Elements this close to the viewport count as visible, so that they are ready in time. */
const MARGIN = '400px';

/** True while an element is in or near the viewport; polling stops otherwise. */
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
