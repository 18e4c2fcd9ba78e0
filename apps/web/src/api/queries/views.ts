import type { View } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { tandem } from '../tandem.ts';
import { listOf, useChoices } from './lists.ts';

export const views = listOf(['views'], (page, options) => tandem.views.list(page, options));

/** The person's saved views and those that others share. */
export const useViews = (): readonly View[] => useChoices(useInfiniteQuery(views));
