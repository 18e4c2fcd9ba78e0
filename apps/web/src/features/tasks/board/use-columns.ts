import { useElementScrollRestoration } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Identifies the board's scroller, to restore its position. */
export const BOARD = 'board';
/** Up to this many columns are all rendered. */
const FEW = 30;
/** The usual width of a column; all columns have the same, which is measured. */
const COLUMN_PX = 208;
const GAP_PX = 8;
/** The number of columns rendered beyond each edge. */
const OVERSCAN = 6;

/**
 * The columns to render, and the width of the rest on either side: all of a few, otherwise those near the viewport. A
 * board by label can have a thousand columns.
 */
export function useColumns(count: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const restored = useElementScrollRestoration({ id: BOARD });
  const [columnPx, setColumnPx] = useState(COLUMN_PX);
  const isVirtual = count > FEW;
  const virtual = useVirtualizer({
    count,
    horizontal: true,
    enabled: isVirtual,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback(() => columnPx, [columnPx]),
    gap: GAP_PX,
    overscan: OVERSCAN,
    initialOffset: restored?.scrollX ?? 0,
  });
  useLayoutEffect(() => {
    const width = scroller.current?.querySelector<HTMLElement>(':scope > section')?.offsetWidth;
    if (isVirtual && width) setColumnPx(width);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: all columns change their width together.
  useLayoutEffect(() => virtual.measure(), [columnPx, virtual]);
  if (!isVirtual) return { scroller, from: 0, to: count, before: 0, after: 0 };
  const items = virtual.getVirtualItems();
  const [first] = items;
  const last = items.at(-1);
  return {
    scroller,
    from: first?.index ?? 0,
    to: (last?.index ?? -1) + 1,
    before: (first?.start ?? 0) - GAP_PX,
    after: virtual.getTotalSize() - (last?.end ?? 0) - GAP_PX,
  };
}
