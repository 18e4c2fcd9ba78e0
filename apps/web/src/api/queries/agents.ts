import type { Telemetry } from '@tandem/client';
import { queryOptions } from '@tanstack/react-query';
import { serverNow } from '../clock.ts';
import { tandem } from '../tandem.ts';
import { listOf } from './lists.ts';

/** The checks that verifiers run now. */
export const runningChecks = listOf(['verifications', 'running'], (page, options) =>
  tandem.verifications.list({ ...page, state: 'running' }, options),
);

/** Process reports raise no events, so they are polled while visible. */
export const REPORTED_EVERY_MS = 20_000;

export const agentList = listOf(['agents'], (page, options) => tandem.agents.list(page, options));

export const agent = (id: string) =>
  queryOptions({ queryKey: ['agent', id], queryFn: ({ signal }) => tandem.agents.get(id, { signal }) });

/** The ids of agents whose process has used its key. Only admins see these keys, and no event tells of their use. */
export const connectedAgents = queryOptions({
  queryKey: ['keys', 'connected agents'],
  queryFn: async ({ signal }) => {
    const ids = new Set<string>();
    for await (const { kind, memberId, lastUsedAt } of tandem.keys.list({}, { signal })) {
      if (kind === 'agent' && memberId && lastUsedAt) ids.add(memberId);
    }
    return [...ids];
  },
});

/** The newest point of telemetry; null if there is none. */
export const telemetry = (agentId: string) =>
  queryOptions({
    queryKey: ['telemetry', agentId],
    queryFn: async ({ signal }): Promise<Telemetry | null> => {
      const point = await tandem.agents.telemetry(agentId, {}, { signal });
      return 'timestamp' in point && point.timestamp !== null ? point : null;
    },
    refetchInterval: REPORTED_EVERY_MS,
  });

interface TelemetryHistory {
  /** Oldest first. */
  readonly points: readonly Telemetry[];
  /** The requested range has more, older points. */
  readonly isCut: boolean;
}

/** The maximum number of points in a chart. */
export const MAX_POINTS = 1_000;
const PAGE = 100;
/** A chart advances in steps of this fraction of its width, so that a chart of a month is not read every minute. */
const STEPS = 200;

/** The newest points, up to the chart's maximum, of the last `lastMs` milliseconds. */
export const telemetryHistory = (agentId: string, lastMs: number) =>
  queryOptions({
    queryKey: ['telemetry', agentId, lastMs],
    queryFn: async ({ signal }): Promise<TelemetryHistory> => {
      const from = serverNow() - lastMs;
      const points: Telemetry[] = [];
      let cursor: string | null = null;
      for (;;) {
        const query = { history: true, limit: PAGE, ...(cursor && { cursor }) };
        const page = await tandem.agents.telemetry(agentId, query, { signal });
        if (!('data' in page)) break;
        const inside = page.data.filter(({ timestamp }) => Date.parse(timestamp) >= from);
        points.push(...inside);
        cursor = page.cursor;
        if (!page.hasMore || inside.length < page.data.length) break;
        if (points.length >= MAX_POINTS) return { points: points.reverse(), isCut: true };
      }
      return { points: points.reverse(), isCut: false };
    },
    refetchInterval: Math.max(REPORTED_EVERY_MS, lastMs / STEPS),
  });

/** The sessions that the agent's process reports as open. */
export const agentSessions = (agentId: string) =>
  queryOptions({
    queryKey: ['agent-sessions', agentId],
    queryFn: ({ signal }) => tandem.agents.sessions(agentId, { signal }),
    refetchInterval: REPORTED_EVERY_MS,
  });

export const agentActivity = (agentId: string) =>
  listOf(['agent-activity', agentId], (page, options) => tandem.agents.activity(agentId, page, options));
