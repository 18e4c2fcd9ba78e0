import { queryOptions } from '@tanstack/react-query';
import { tandem } from '../tandem.ts';

export const workspace = queryOptions({
  queryKey: ['workspace'],
  queryFn: ({ signal }) => tandem.workspace.get({ signal }),
});
