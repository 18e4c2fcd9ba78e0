import { NO_SESSIONS } from '../agents/monitoring.ts';
import type { Stores } from '../ports.ts';
import type { Tables } from './tables.ts';

export function monitoringStore({ snapshots, telemetry, lastTelemetry }: Tables): Stores['monitoring'] {
  return {
    putSessions: async (agentId, snapshot) => snapshots.put(agentId, snapshot),
    sessions: async (agentId) => snapshots.get(agentId) ?? NO_SESSIONS,
    countSessions: async (agentId) => snapshots.get(agentId)?.sessions.length ?? 0,
    addTelemetry: async (agentId, point) => {
      lastTelemetry.set(lastTelemetry.get() + 1);
      telemetry.put(lastTelemetry.get(), { agentId, sequence: lastTelemetry.get(), point });
    },
    latestTelemetry: async (agentId) =>
      telemetry.filter((row) => row.agentId === agentId).at(-1)?.point ?? null,
    telemetry: async (agentId, slice) => {
      const ofAgent = (row: { agentId: string }) => row.agentId === agentId;
      const page = telemetry.page(ofAgent, slice, 'newest');
      return {
        ...page,
        items: page.items.map(({ point }) => point),
        total: telemetry.filter(ofAgent).length,
      };
    },
    forgetTelemetry: async (before, atMost) => {
      const old = telemetry.filter(({ point }) => point.at < before).slice(0, atMost);
      for (const { sequence } of old) telemetry.delete(sequence);
      return old.length;
    },
  };
}
