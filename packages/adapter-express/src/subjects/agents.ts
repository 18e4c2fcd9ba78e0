import { contract } from '@tandem/contract';
import type { Agent, AgentWithCounts, SessionSnapshot, Telemetry } from '@tandem/core';
import type { Request } from 'express';
import { pathFor } from '../http/address.ts';
import { created, list, noContent, ok } from '../http/answer.ts';
import { bind } from '../http/binding.ts';
import { iso, isoOrNull } from '../http/iso.ts';
import { presentEntry } from './activity.ts';

export const presentAgent = (agent: Agent) => ({
  id: agent.id,
  name: agent.name,
  displayName: agent.displayName,
  emoji: agent.emoji,
  title: agent.title,
  email: agent.email,
  status: agent.status,
  model: agent.model,
  avatar: agent.avatar,
  reportsTo: agent.reportsTo?.name ?? null,
  externalId: agent.externalId,
  paused: agent.paused,
  maxClaims: agent.maxClaims,
  limits: agent.limits,
  verifier: agent.verifier,
  createdAt: iso(agent.createdAt),
  updatedAt: isoOrNull(agent.updatedAt),
});

export const presentAgentWithCounts = (agent: AgentWithCounts, req: Request) => {
  const link = (of: string) => pathFor(req, `/api/v1/agents/${agent.id}/${of}`);
  return {
    ...presentAgent(agent),
    counts: agent.counts,
    _links: { sessions: link('sessions'), activity: link('activity'), telemetry: link('telemetry') },
  };
};

export const presentSnapshot = ({ sessions, takenAt }: SessionSnapshot) => ({
  data: sessions.map((session) => ({ ...session, lastActivity: iso(session.lastActivity) })),
  total: sessions.length,
  meta: { snapshotTimestamp: isoOrNull(takenAt) },
});

export const presentTelemetry = ({ at, usage, ...telemetry }: Telemetry) => ({
  timestamp: iso(at),
  status: telemetry.status,
  model: telemetry.model,
  contextTokens: telemetry.contextTokens,
  contextLimit: telemetry.contextLimit,
  activeSessions: telemetry.activeSessions,
  ...(usage && { usage }),
});

/** Returned for an agent without telemetry (docs/rules.md, Agents). */
export const NO_TELEMETRY = {
  timestamp: null,
  status: null,
  model: null,
  contextTokens: null,
  contextLimit: null,
  activeSessions: null,
};

export const agents = bind(contract.agents, {
  list: async ({ tandem, caller, query }) => list(await tandem.agents.list(caller, query), presentAgent),
  create: async ({ tandem, caller, body }) => created(presentAgent(await tandem.agents.create(caller, body))),
  get: async ({ tandem, caller, params, req }) =>
    ok(presentAgentWithCounts(await tandem.agents.get(caller, params.id), req)),
  update: async ({ tandem, caller, params, body }) =>
    ok(presentAgent(await tandem.agents.update(caller, params.id, body))),
  delete: async ({ tandem, caller, params }) => {
    await tandem.agents.delete(caller, params.id);
    return noContent;
  },
  stop: async ({ tandem, caller, params }) => ok(presentAgent(await tandem.claims.stop(caller, params.id))),
  sessions: async ({ tandem, caller, params }) =>
    ok(presentSnapshot(await tandem.monitoring.sessions(caller, params.id))),
  pushSessions: async ({ tandem, caller, params, body }) =>
    ok(presentSnapshot(await tandem.monitoring.pushSessions(caller, params.id, body.sessions))),
  activity: async ({ tandem, caller, params, query }) =>
    list(await tandem.monitoring.activity(caller, params.id, query), presentEntry),
  telemetry: async ({ tandem, caller, params, query: { history, ...page } }) => {
    if (history) {
      return list(await tandem.monitoring.telemetryHistory(caller, params.id, page), presentTelemetry);
    }
    const latest = await tandem.monitoring.telemetry(caller, params.id);
    return ok(latest ? presentTelemetry(latest) : NO_TELEMETRY);
  },
  pushTelemetry: async ({ tandem, caller, params, body }) =>
    created(presentTelemetry(await tandem.monitoring.pushTelemetry(caller, params.id, body))),
});
