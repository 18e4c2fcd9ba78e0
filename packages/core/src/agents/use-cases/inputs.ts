import { type InputsOf, id, page } from '../../inputs.ts';
import { AGENT_STATUSES } from '../../members/member.ts';
import {
  boolean,
  list,
  maybe,
  named,
  number,
  object,
  oneOf,
  optional,
  record,
  text,
} from '../../shared/check.ts';
import { externalIdInput } from '../../shared/external-id.ts';
import type { agentUseCases } from './agents.ts';
import type { monitoringUseCases } from './monitoring.ts';

const status = oneOf(AGENT_STATUSES);

export const agentInputs: InputsOf<typeof agentUseCases> = {
  list: [object({ ...page, status: optional(status), externalId: optional(text) })],
  create: [
    object({
      name: text,
      displayName: text,
      emoji: text,
      model: text,
      title: maybe(text),
      status: optional(status),
      externalId: externalIdInput,
      verifier: optional(boolean),
    }),
  ],
  get: [id],
  update: [
    id,
    object({
      name: optional(text),
      displayName: optional(text),
      emoji: optional(text),
      model: optional(text),
      title: maybe(text),
      status: optional(status),
      avatar: maybe(text),
      email: maybe(text),
      reportsTo: maybe(text),
      externalId: externalIdInput,
      paused: optional(boolean),
      maxClaims: optional(number),
      verifier: optional(boolean),
      limits: maybe(object({ usage: record(object({ perDay: number })) })),
    }),
  ],
  delete: [id],
};

export const monitoringInputs: InputsOf<typeof monitoringUseCases> = {
  sessions: [id],
  pushSessions: [
    id,
    named(
      'sessions',
      list(
        object({
          key: text,
          kind: text,
          label: maybe(text),
          displayName: text,
          model: text,
          contextTokens: number,
          contextLimit: number,
          lastActivity: number,
        }),
      ),
    ),
  ],
  telemetry: [id],
  telemetryHistory: [id, object(page)],
  pushTelemetry: [
    id,
    object({
      status,
      model: text,
      contextTokens: number,
      contextLimit: number,
      activeSessions: number,
      usage: optional(record(number)),
    }),
  ],
  activity: [id, object(page)],
};
