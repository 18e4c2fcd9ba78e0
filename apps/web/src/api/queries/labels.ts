import type { Label } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { tandem } from '../tandem.ts';
import { listOf, useChoices } from './lists.ts';

export const labels = listOf(['labels'], (page, options) => tandem.labels.list(page, options));

/** The labels of the workspace, to choose from. */
export const useLabels = (): readonly Label[] => useChoices(useInfiniteQuery(labels));
