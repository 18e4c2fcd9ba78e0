import { queryOptions } from '@tanstack/react-query';
import { tandem } from '../tandem.ts';
import { listOf } from './lists.ts';

export const initiativeList = listOf(['initiatives'], (asked, options) =>
  tandem.initiatives.list(asked, options),
);

export const initiative = (id: string) =>
  queryOptions({
    queryKey: ['initiative', id],
    queryFn: ({ signal }) => tandem.initiatives.get(id, { signal }),
  });
