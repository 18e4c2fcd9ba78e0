import type { Caller } from '../../access/caller.ts';
import { checkHosts } from '../../access/hosting.ts';
import { type ActivityEntry, entryPage } from '../../activity/entry.ts';
import { requireAgent } from '../../lookup/agents.ts';
import type { Ports } from '../../ports.ts';
import { dateProblem } from '../../shared/date.ts';
import { entryProblems } from '../../shared/entries.ts';
import { type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { refuseProblems } from '../../shared/refusal.ts';
import { LIMITS, nameProblem, type Problem, textProblem } from '../../shared/text.ts';
import type { AgentSession, SessionSnapshot, Telemetry } from '../monitoring.ts';

/** Rows deleted per unit of work; small, so that requests do not wait long. */
const FORGET_STEP = 500;

export interface NewSession extends Omit<AgentSession, 'label'> {
  readonly label?: string | null | undefined;
}

export interface NewTelemetry extends Omit<Telemetry, 'at' | 'usage'> {
  readonly usage?: Readonly<Record<string, number>> | undefined;
}

/** Reports by an agent's process about itself, and their readers (docs/rules.md, Agents). */
export function monitoringUseCases(ports: Ports) {
  const { storage, clock } = ports;

  return {
    /** The latest snapshot, complete. */
    sessions: (caller: Caller, agentId: string): Promise<SessionSnapshot> =>
      storage.read(caller.workspaceId, async (stores) => {
        const agent = await requireAgent(stores, agentId);
        return stores.monitoring.sessions(agent.id);
      }),

    /** Replaces the snapshot. 403 for a key that does not host the agent. */
    pushSessions: (
      caller: Caller,
      agentId: string,
      sessions: readonly NewSession[],
    ): Promise<SessionSnapshot> =>
      storage.write(caller.workspaceId, async (stores) => {
        const agent = await requireAgent(stores, agentId);
        checkHosts(caller, agent);
        refuseProblems(sessionsProblems(sessions));
        const snapshot = {
          sessions: sessions.map((session) => ({ ...session, label: session.label ?? null })),
          takenAt: clock(),
        };
        await stores.monitoring.putSessions(agent.id, snapshot);
        return snapshot;
      }),

    /** null when the agent has no telemetry. */
    telemetry: (caller: Caller, agentId: string): Promise<Telemetry | null> =>
      storage.read(caller.workspaceId, async (stores) => {
        const agent = await requireAgent(stores, agentId);
        return stores.monitoring.latestTelemetry(agent.id);
      }),

    /** Newest first, with the total. */
    telemetryHistory: (caller: Caller, agentId: string, page: PageRequest): Promise<Page<Telemetry>> =>
      storage.read(caller.workspaceId, async (stores) => {
        const agent = await requireAgent(stores, agentId);
        return stores.monitoring.telemetry(agent.id, pageSlice(page));
      }),

    /** Adds a point. 403 for a key that does not host the agent. */
    pushTelemetry: (caller: Caller, agentId: string, input: NewTelemetry): Promise<Telemetry> =>
      storage.write(caller.workspaceId, async (stores) => {
        const agent = await requireAgent(stores, agentId);
        checkHosts(caller, agent);
        refuseProblems(telemetryProblems(input));
        const telemetry = { ...input, usage: input.usage ?? null, at: clock() };
        await stores.monitoring.addTelemetry(agent.id, telemetry);
        return telemetry;
      }),

    /** Events by and about the agent, newest first, with the total. */
    activity: (caller: Caller, agentId: string, page: PageRequest): Promise<Page<ActivityEntry>> =>
      storage.read(caller.workspaceId, async (stores) => {
        const agent = await requireAgent(stores, agentId);
        return entryPage(pageSlice(page), (slice) => stores.events.ofAgent(agent.id, slice));
      }),

    /** Deletes points older than `olderThanMs`, in batches; returns how many. */
    forgetTelemetry: async (olderThanMs: number): Promise<number> => {
      let forgotten = 0;
      for (const { id } of await storage.directory.workspaces()) {
        for (let step = FORGET_STEP; step === FORGET_STEP; forgotten += step) {
          const before = clock() - olderThanMs;
          step = await storage.write(id, ({ monitoring }) => monitoring.forgetTelemetry(before, FORGET_STEP));
        }
      }
      return forgotten;
    },
  };
}

const countProblem = (count: number): Problem =>
  Number.isSafeInteger(count) && count >= 0 ? undefined : 'must be an integer of at least 0';

function sessionsProblems(sessions: readonly NewSession[]): Record<string, Problem> {
  if (sessions.length > LIMITS.sessions) return { sessions: `must be at most ${LIMITS.sessions} sessions` };
  return entryProblems('sessions', sessions, (session) => ({
    key: nameProblem(session.key, LIMITS.name),
    kind: nameProblem(session.kind, LIMITS.name),
    label: textProblem(session.label, LIMITS.name),
    displayName: textProblem(session.displayName, LIMITS.name),
    model: textProblem(session.model, LIMITS.name),
    contextTokens: countProblem(session.contextTokens),
    contextLimit: countProblem(session.contextLimit),
    lastActivity: dateProblem(session.lastActivity),
  }));
}

function telemetryProblems(input: NewTelemetry): Record<string, Problem> {
  const metrics = Object.entries(input.usage ?? {});
  return {
    model: textProblem(input.model, LIMITS.name),
    contextTokens: countProblem(input.contextTokens),
    contextLimit: countProblem(input.contextLimit),
    activeSessions: countProblem(input.activeSessions),
    usage:
      metrics.length > LIMITS.metrics
        ? `must have at most ${LIMITS.metrics} numbers`
        : metrics
            .map(([name]) => nameProblem(name, LIMITS.metricName))
            .map((problem) => problem && `has a name that ${problem}`)
            .find((problem) => problem !== undefined),
  };
}
