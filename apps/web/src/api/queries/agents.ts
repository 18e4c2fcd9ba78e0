import { queryOptions } from '@tanstack/react-query';
import { tandem } from '../tandem.ts';
import { listOf } from './lists.ts';

export const agentList = listOf(['agents'], (asked, options) => tandem.agents.list(asked, options));

export const agent = (id: string) =>
  queryOptions({ queryKey: ['agent', id], queryFn: ({ signal }) => tandem.agents.get(id, { signal }) });
