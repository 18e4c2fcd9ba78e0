import { queryOptions } from '@tanstack/react-query';
import { tandem } from '../tandem.ts';

/** A member by id; of somebody who is signed in it tells the role. */
export const member = (id: string) =>
  queryOptions({ queryKey: ['member', id], queryFn: ({ signal }) => tandem.members.get(id, { signal }) });
