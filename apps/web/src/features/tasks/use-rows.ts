import { useElementScrollRestoration } from '@tanstack/react-router';
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef } from 'react';

/** How high what was shown turned out to be, by what scrolls: without it one would come back to another place. */
const measured = new Map<string, VirtualItem[]>();

interface Rows {
  /** Names what scrolls, on this page. */
  readonly id: string;
  readonly count: number;
  /** As high as most are; each is measured once it stands. */
  readonly px: number;
  /** The same function as long as the rows are: another one has all of them measured anew. */
  readonly keyOf: (index: number) => string | number;
  readonly gap?: number;
  /** Beyond the edge so many are there already. */
  readonly overscan: number;
}

/**
 * Rows of which only those are in the page that can be seen. Who comes back to the page finds them scrolled as
 * before.
 */
export function useRows({ id, count, px, keyOf, gap = 0, overscan }: Rows) {
  const scroller = useRef<HTMLDivElement>(null);
  const before = useElementScrollRestoration({ id });
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback(() => px, [px]),
    getItemKey: keyOf,
    gap,
    overscan,
    initialOffset: before?.scrollY ?? 0,
    initialMeasurementsCache: measured.get(id) ?? [],
  });
  useEffect(() => () => void measured.set(id, virtual.takeSnapshot()), [id, virtual]);
  return { scroller, virtual, attributes: { 'data-scroll-restoration-id': id } };
}
