import type { FieldTexts } from '../events/event.ts';
import {
  type Agent,
  type AgentLimits,
  type AgentStatus,
  emailProblem,
  memberNameProblem,
} from '../members/member.ts';
import { type ExternalId, externalIdProblems, externalIdText } from '../shared/external-id.ts';
import { LIMITS, nameProblem, type Problem, plainUrl, textProblem, urlProblem } from '../shared/text.ts';
import { limitsProblems } from '../usage/limits.ts';

export interface NewAgent {
  readonly name: string;
  readonly displayName: string;
  readonly emoji: string;
  readonly model: string;
  readonly title?: string | null | undefined;
  readonly status?: AgentStatus | undefined;
  readonly externalId?: ExternalId | null | undefined;
  /** Only admins with a key of their own may give this. */
  readonly verifier?: boolean | undefined;
}

/** Only the given fields change; null clears. */
export interface AgentChange {
  readonly name?: string | undefined;
  readonly displayName?: string | undefined;
  readonly emoji?: string | undefined;
  readonly model?: string | undefined;
  readonly title?: string | null | undefined;
  readonly status?: AgentStatus | undefined;
  readonly avatar?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly reportsTo?: string | null | undefined;
  readonly externalId?: ExternalId | null | undefined;
  /** Only people may change this and the fields below. */
  readonly paused?: boolean | undefined;
  readonly maxClaims?: number | undefined;
  readonly limits?: AgentLimits | null | undefined;
  /** Only admins with a key of their own may change this. */
  readonly verifier?: boolean | undefined;
}

export const AGENT_TEXTS: FieldTexts<Agent, AgentChange> = {
  name: (agent) => agent.name,
  displayName: (agent) => agent.displayName,
  emoji: (agent) => agent.emoji,
  model: (agent) => agent.model,
  title: (agent) => agent.title,
  status: (agent) => agent.status,
  avatar: (agent) => agent.avatar,
  email: (agent) => agent.email,
  reportsTo: (agent) => agent.reportsTo?.name ?? null,
  externalId: (agent) => externalIdText(agent.externalId),
  paused: (agent) => String(agent.paused),
  maxClaims: (agent) => String(agent.maxClaims),
  limits: (agent) => agent.limits && JSON.stringify(agent.limits),
  verifier: (agent) => String(agent.verifier),
};

export const agentProblems = (input: AgentChange): Record<string, Problem> => ({
  name: memberNameProblem(input.name),
  displayName: nameProblem(input.displayName, LIMITS.name),
  emoji: nameProblem(input.emoji, LIMITS.emoji),
  model: nameProblem(input.model, LIMITS.name),
  title: textProblem(input.title, LIMITS.title),
  avatar: urlProblem(input.avatar && plainUrl(input.avatar)),
  email: emailProblem(input.email),
  ...externalIdProblems(input.externalId),
  maxClaims: claimsProblem(input.maxClaims),
  ...limitsProblems(input.limits),
});

function claimsProblem(max: number | undefined): Problem {
  if (max === undefined) return undefined;
  const fits = Number.isInteger(max) && max >= 1 && max <= LIMITS.claimsOfAgent;
  return fits ? undefined : `must be an integer from 1 to ${LIMITS.claimsOfAgent}`;
}
