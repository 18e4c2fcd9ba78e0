import { contract } from '@tandem/contract';
import type { UsageSum } from '@tandem/core';
import { list } from '../http/answer.ts';
import { bind } from '../http/binding.ts';

export const presentUsageSum = (sum: UsageSum) => sum;

export const usage = bind(contract.usage, {
  list: async ({ tandem, caller, query }) =>
    list(await tandem.usage.sums(caller, { ...query, groupBy: query.groupBy ?? 'agent' }), presentUsageSum),
});
