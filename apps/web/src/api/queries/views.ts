import type { View } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { tandem } from '../tandem.ts';
import { listOf, useChoices } from './lists.ts';

/** Views have no events: others' changes are read when the window is entered. */
export const views = {
  ...listOf(['views'], (page, options) => tandem.views.list(page, options)),
  staleTime: 60_000,
  refetchOnWindowFocus: true,
};

/** The person's saved views and those that others share. */
export const useViews = (): readonly View[] => useChoices(useInfiniteQuery(views));
