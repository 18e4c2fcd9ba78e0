import { queryOptions } from '@tanstack/react-query';
import { tandem } from '../tandem.ts';
import { listOf } from './lists.ts';

export const initiativeList = listOf(['initiatives'], (page, options) =>
  tandem.initiatives.list(page, options),
);

export const initiative = (id: string) =>
  queryOptions({
    queryKey: ['initiative', id],
    queryFn: ({ signal }) => tandem.initiatives.get(id, { signal }),
  });
