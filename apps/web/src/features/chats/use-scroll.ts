import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Within this distance of the end, the reader counts as being at the end. */
const NEAR_PX = 64;

const KEEPS_PLACE = CSS.supports('overflow-anchor', 'auto');

/**
 * Scrolling of a conversation: a reader at the end stays there when messages arrive; a reader further up keeps their
 * position, also when older messages are inserted above. `first` is the id of the first message shown.
 */
export function useScroll(scroller: RefObject<HTMLElement | null>, first: string | undefined) {
  const isAtEnd = useRef(true);
  const [atEnd, setAtEnd] = useState(true);
  const seen = useRef({ top: 0, height: 0, clientHeight: 0 });

  const toEnd = useCallback(() => {
    isAtEnd.current = true;
    setAtEnd(true);
    if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [scroller]);

  // Most browsers keep the place by themselves, but for the very top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when messages have come in above.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    if (isAtEnd.current) element.scrollTop = element.scrollHeight;
    else if (element.scrollTop === 0 || !KEEPS_PLACE)
      element.scrollTop += element.scrollHeight - seen.current.height;
    seen.current = stateOf(element);
  }, [first]);

  const update = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const { top, height, clientHeight } = seen.current;
    const isResized = element.scrollHeight !== height || element.clientHeight !== clientHeight;
    const isScrolledUp = element.scrollTop < top;
    if (isScrolledUp || !isResized)
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
    else if (isAtEnd.current) element.scrollTop = element.scrollHeight;
    seen.current = stateOf(element);
    setAtEnd(isAtEnd.current);
  }, [scroller]);

  // The content can grow at any time: messages, loaded images, the composer below.
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const sizes = new ResizeObserver(update);
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
    return () => sizes.disconnect();
  }, [scroller, update]);

  return { isAtEnd: atEnd, toEnd, onScroll: update };
}

const stateOf = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement) => ({
  top: scrollTop,
  height: scrollHeight,
  clientHeight,
});
