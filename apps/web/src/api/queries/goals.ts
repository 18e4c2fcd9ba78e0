import type { GoalsListQuery } from '@tandem/client';
import { queryOptions } from '@tanstack/react-query';
import { tandem } from '../tandem.ts';
import { listOf } from './lists.ts';

type GoalFilter = Omit<GoalsListQuery, 'limit' | 'cursor'>;

export const goalList = (filter: GoalFilter = {}) =>
  listOf(['goals', filter], (page, options) => tandem.goals.list({ ...filter, ...page }, options));

export const goal = (id: string) =>
  queryOptions({ queryKey: ['goal', id], queryFn: ({ signal }) => tandem.goals.get(id, { signal }) });

export const verifications = (id: string) =>
  listOf(['goal', id, 'verifications'], (page, options) => tandem.goals.verifications(id, page, options));
