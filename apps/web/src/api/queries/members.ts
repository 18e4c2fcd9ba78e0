import { queryOptions } from '@tanstack/react-query';
import { tandem } from '../tandem.ts';
import { listOf } from './lists.ts';

export const members = listOf(['members'], (asked, options) => tandem.members.list(asked, options));

export const people = listOf(['members', 'people'], (asked, options) =>
  tandem.members.list({ ...asked, type: 'human' }, options),
);

/** A member by id, with the role if that member is the signed-in person. */
export const member = (id: string) =>
  queryOptions({ queryKey: ['member', id], queryFn: ({ signal }) => tandem.members.get(id, { signal }) });
