import { useElementScrollRestoration } from '@tanstack/react-router';
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef } from 'react';
import { pageState } from '../../state/page-state.ts';

/** Measured heights by scroller, needed to restore the scroll position. */
const measured = pageState(() => new Map<string, VirtualItem[]>());

interface Rows {
  /** Identifies the scroller on this page. */
  readonly id: string;
  readonly count: number;
  /** The usual height; each row is measured once rendered. */
  readonly px: number;
  /** Must be the same function while the rows are the same: a new one causes all rows to be measured again. */
  readonly keyOf: (index: number) => string | number;
  readonly gap?: number;
  /** The number of rows rendered beyond each edge. */
  readonly overscan: number;
}

/** Virtualized rows: only visible ones are rendered. Returning to the page restores the scroll position. */
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
    initialMeasurementsCache: measured.get().get(id) ?? [],
  });
  useEffect(() => () => void measured.get().set(id, virtual.takeSnapshot()), [id, virtual]);
  return { scroller, virtual, attributes: { 'data-scroll-restoration-id': id } };
}
