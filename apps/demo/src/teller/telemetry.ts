import { AGENTS, type StoryAgent } from '../story/team.ts';
import { type Calendar, isWorkingDay } from './calendar.ts';
import { callerOf, type Step, type World } from './world.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** The default retention of telemetry, in days. */
const DAYS = 29;
/** The number of days with half-hourly telemetry. */
const FINE_DAYS = 7;
/** The share of its context that remains after an agent has compacted it. */
const SUMMED_UP = 0.18;

interface Gauge {
  contextTokens: number;
}

/** The agents' hourly telemetry: busy by day, quiet at noon, at night and on weekends. */
export function telemetrySteps({ now, at: timeOf }: Calendar, random: () => number): Step[] {
  const running = (at: number) =>
    AGENTS.filter(({ pausedAt }) => pausedAt === undefined || at < timeOf(pausedAt));
  const gauges = new Map<string, Gauge>(
    AGENTS.map(({ profile }) => [profile.name, { contextTokens: 12_000 }]),
  );
  const times: number[] = [];
  for (let at = now - DAYS * DAY_MS; at < now; at += now - at > FINE_DAYS * DAY_MS ? HOUR_MS : HOUR_MS / 2) {
    if (busyAt(at) > 0) times.push(at);
  }
  const pushed = [...times, now].map((at) => ({
    at,
    happens: (world: World) =>
      Promise.all(
        running(at).map((agent) =>
          push(world, agent, gauges.get(agent.profile.name) as Gauge, busyAt(at), random),
        ),
      ),
  }));
  // A paused agent ends its sessions and reports that.
  const last = AGENTS.flatMap((agent) =>
    agent.pausedAt === undefined
      ? []
      : [
          {
            at: timeOf(agent.pausedAt),
            happens: (world: World) => push(world, agent, gauges.get(agent.profile.name) as Gauge, 0, random),
          },
        ],
  );
  return [...pushed, ...last];
}

/** The load from 0 to 1, by local time; 0 when idle. */
function busyAt(at: number): number {
  const date = new Date(at);
  const hour = date.getHours() + date.getMinutes() / 60;
  if (!isWorkingDay(date)) return Math.floor(hour) === 11 ? 0.05 : 0;
  if (hour < 7 || hour > 19) return 0;
  const noon = hour >= 12 && hour < 13 ? 0.4 : 1;
  return noon * Math.max(0.15, Math.sin(((hour - 6.5) / 13) * Math.PI));
}

function push(world: World, agent: StoryAgent, gauge: Gauge, load: number, random: () => number) {
  const by = callerOf(world, agent.profile.name);
  const busy = load * agent.load * (0.6 + random() * 0.8);
  const working = busy > 0.25;
  gauge.contextTokens += Math.round(busy * agent.contextLimit * 0.22 + random() * 1_500);
  if (gauge.contextTokens > agent.contextLimit * 0.88) {
    gauge.contextTokens = Math.round(agent.contextLimit * SUMMED_UP);
  }
  return world.tandem.monitoring.pushTelemetry(by, by.id, {
    status: working ? 'working' : 'idle',
    model: agent.profile.model,
    contextTokens: gauge.contextTokens,
    contextLimit: agent.contextLimit,
    activeSessions: working ? (busy > 0.6 ? 2 : 1) : 0,
    usage: {
      requests: Math.round(busy * 40 + random() * 3),
      'tokens a minute': Math.round(busy * 9_000 + random() * 300),
    },
  });
}

/** The agents' open sessions at the end of the story. */
export const sessionSteps = ({ now }: Calendar): Step[] => [
  {
    at: now,
    happens: async (world) => {
      for (const { profile, contextLimit, load, pausedAt } of AGENTS) {
        const { name, displayName, model } = profile;
        if (pausedAt !== undefined) continue;
        const by = callerOf(world, name);
        const sessions = [
          { key: `${name}-main`, kind: 'work', displayName: `${displayName}, tasks` },
          { key: `${name}-chat`, kind: 'chat', displayName: `${displayName}, chats` },
        ].slice(0, load > 0.5 ? 2 : 1);
        await world.tandem.monitoring.pushSessions(
          by,
          by.id,
          sessions.map((session, index) => ({
            ...session,
            model,
            contextTokens: Math.round(contextLimit * (index === 0 ? load * 0.7 : 0.12)),
            contextLimit,
            lastActivity: now - (index + 1) * 90_000,
          })),
        );
      }
    },
  },
];
