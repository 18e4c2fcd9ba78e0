import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Somebody who is so near to the end is at the end. */
const NEAR_PX = 64;

const KEEPS_PLACE = CSS.supports('overflow-anchor', 'auto');

/**
 * How a conversation scrolls: whoever is at its end stays there when something is added, and whoever reads further up stays
 * where they are, also when older messages come in above. `first` is the id of the first message that is there.
 */
export function useScroll(scroller: RefObject<HTMLElement | null>, first: string | undefined) {
  const isAtEnd = useRef(true);
  const [shown, setShown] = useState(true);
  const seen = useRef({ height: 0, room: 0 });

  const toEnd = useCallback(() => {
    isAtEnd.current = true;
    setShown(true);
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
    seen.current = sizeOf(element);
  }, [first]);

  // What is in it may grow at any time: messages, pictures that come, the field below.
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const sizes = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight;
      seen.current = sizeOf(element);
    });
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
    return () => sizes.disconnect();
  }, [scroller]);

  const onScroll = useCallback(() => {
    const element = scroller.current;
    // What has just grown is looked at first: whoever was at the end is taken along, and has not gone away from it.
    if (
      !element ||
      element.scrollHeight !== seen.current.height ||
      element.clientHeight !== seen.current.room
    )
      return;
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
    setShown(isAtEnd.current);
  }, [scroller]);

  return { isAtEnd: shown, toEnd, onScroll };
}

const sizeOf = ({ scrollHeight, clientHeight }: HTMLElement) => ({
  height: scrollHeight,
  room: clientHeight,
});
