import type { UsageListQuery, UsageSum } from '@tandem/client';
import { queryOptions } from '@tanstack/react-query';
import { serverNow } from '../clock.ts';
import { tandem } from '../tandem.ts';

/** How many days back, today included. */
export type Days = '7' | '30' | '90';

const DAY_MS = 86_400_000;
/** A table of more lines is read by nobody; there are no more days than so in a range. */
const MOST = 300;

/** What has been used in the last days, by agent and by day. */
export const usageOf = (days: Days) =>
  queryOptions({
    queryKey: ['usage', 'sums', days],
    queryFn: async ({ signal }) => {
      const from = serverNow() - (Number(days) - 1) * DAY_MS;
      const [byAgent, byDay] = await Promise.all([
        all({ groupBy: 'agent', from }, signal),
        all({ groupBy: 'day', from }, signal),
      ]);
      return { byAgent, byDay };
    },
  });

async function all(query: UsageListQuery, signal: AbortSignal): Promise<UsageSum[]> {
  const sums: UsageSum[] = [];
  for await (const sum of tandem.usage.list({ ...query, limit: 100 }, { signal })) {
    sums.push(sum);
    if (sums.length >= MOST) break;
  }
  return sums;
}
