import { useEffect, useRef, useState } from 'react';

/** True once an element has been near the viewport; its data isn't loaded before. */
export function useOnceVisible(atFirst: boolean) {
  const ref = useRef<HTMLElement>(null);
  const [seen, setSeen] = useState(atFirst);
  useEffect(() => {
    const element = ref.current;
    if (seen || !element) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: '0px 50%' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [seen]);
  return { ref, seen };
}
