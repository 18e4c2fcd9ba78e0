import type { Telemetry } from '@tandem/client';
import { queryOptions } from '@tanstack/react-query';
import { serverNow } from '../clock.ts';
import { tandem } from '../tandem.ts';
import { listOf } from './lists.ts';

/** What processes report raises no events: it is asked for anew as long as somebody looks. */
export const REPORTED_EVERY_MS = 20_000;

export const agentList = listOf(['agents'], (asked, options) => tandem.agents.list(asked, options));

export const agent = (id: string) =>
  queryOptions({ queryKey: ['agent', id], queryFn: ({ signal }) => tandem.agents.get(id, { signal }) });

/** The newest point of telemetry; null while there is none. */
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
  /** The oldest first. */
  readonly points: readonly Telemetry[];
  /** Whether the time that was asked for holds more, older ones. */
  readonly isCut: boolean;
}

/** Points that one picture is made of at most. */
export const MAX_POINTS = 1_000;
const PAGE = 100;
/** A picture moves by so small a part of its width: one of a month is not read every minute. */
const STEPS = 200;

/** The points of the last so many milliseconds, as far as they are worth reading: the newest are. */
export const telemetryHistory = (agentId: string, lastMs: number) =>
  queryOptions({
    queryKey: ['telemetry', agentId, lastMs],
    queryFn: async ({ signal }): Promise<TelemetryHistory> => {
      const from = serverNow() - lastMs;
      const points: Telemetry[] = [];
      let cursor: string | null = null;
      for (;;) {
        const asked = { history: true, limit: PAGE, ...(cursor && { cursor }) };
        const page = await tandem.agents.telemetry(agentId, asked, { signal });
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

/** The sessions that its process says are open. */
export const agentSessions = (agentId: string) =>
  queryOptions({
    queryKey: ['agent-sessions', agentId],
    queryFn: ({ signal }) => tandem.agents.sessions(agentId, { signal }),
    refetchInterval: REPORTED_EVERY_MS,
  });

export const agentActivity = (agentId: string) =>
  listOf(['agent-activity', agentId], (asked, options) => tandem.agents.activity(agentId, asked, options));
