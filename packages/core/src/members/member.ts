import { type ExternalId, externalIdProblems } from '../shared/external-id.ts';
import { Refusal } from '../shared/refusal.ts';
import { LIMITS, nameProblem, PATTERNS, type Problem, textProblem } from '../shared/text.ts';

export const ROLES = ['admin', 'member'] as const;
export type Role = (typeof ROLES)[number];
export const DEFAULT_ROLE: Role = 'member';

interface MemberBase {
  readonly id: string;
  readonly name: string;
  readonly displayName: string;
  readonly email: string | null;
  readonly externalId: ExternalId | null;
  readonly createdAt: number;
  /** null until the first change. */
  readonly updatedAt: number | null;
  /** Removed members stay on record, so that history keeps their names. */
  readonly deleted: boolean;
}

export interface Human extends MemberBase {
  readonly type: 'human';
  readonly role: Role;
  /** True for a person of another tracker who was never invited: the author of imported work. */
  readonly external: boolean;
}

export const AGENT_STATUSES = ['idle', 'working', 'waiting'] as const;
export type AgentStatus = (typeof AGENT_STATUSES)[number];
export const DEFAULT_AGENT_STATUS: AgentStatus = 'idle';

export interface Agent extends MemberBase {
  readonly type: 'agent';
  readonly emoji: string;
  readonly title: string | null;
  readonly status: AgentStatus;
  readonly model: string;
  readonly avatar: string | null;
  readonly reportsTo: MemberRef | null;
  /** A paused agent takes no new work. */
  readonly paused: boolean;
  /** Maximum tasks that it may hold at a time. */
  readonly maxClaims: number;
  /** null means unlimited. */
  readonly limits: AgentLimits | null;
  /** Runs the checks of tasks; is assigned and handed none (docs/rules.md, Agents). */
  readonly verifier: boolean;
  /** The person behind the key that created it, or a service without one; null: unknown. Not returned to clients. */
  readonly madeBy: string | null;
}

export const DEFAULT_MAX_CLAIMS = 1;

export type Member = Human | Agent;

/** Whether tasks can be assigned to the member: it exists and is no verifier. */
export const isAssignable = (member: Member | null): member is Member =>
  member !== null && !member.deleted && !(member.type === 'agent' && member.verifier);

/** A member with the expiry of its open invitation; null without one, as for every agent. */
export type MemberWithInvitation<M extends Member = Member> = M & { readonly invitedUntil: number | null };

/** Whether this is a person of another tracker who was never invited. */
export const isExternal = (member: Member): boolean => member.type === 'human' && member.external;

/** Whether this is an existing person who is an admin. */
export const isAdmin = (member: Member | null): boolean =>
  member?.type === 'human' && member.role === 'admin' && !member.deleted;

/** A reference to a member: internally by id, externally by name. */
export interface MemberRef {
  readonly id: string;
  readonly name: string;
}

export const memberRef = (member: Member): MemberRef => ({ id: member.id, name: member.name });

/** Keywords in place of a name (the task list's `assigned`). */
const RESERVED = ['unassigned', 'me'];

/** Names are machine-readable, because `assignedTo` resolves by them (docs/rules.md, Members). */
export function memberNameProblem(name: string | undefined): Problem {
  if (name === undefined) return undefined;
  if (!PATTERNS.memberName.test(name)) {
    return 'must be 1 to 64 letters, digits, dots, underscores or hyphens, starting with a letter or digit';
  }
  const reserved = RESERVED.find((word) => word === name.toLowerCase());
  return reserved && `must not be the reserved word ${reserved}`;
}

export function emailProblem(email: string | null | undefined): Problem {
  if (email === undefined || email === null) return undefined;
  return PATTERNS.email.test(email) ? textProblem(email, LIMITS.email) : 'must be an e-mail address';
}

/** 403: only people may do this. */
export const humansOnly = (what: string) =>
  new Refusal('HUMANS_ONLY', `Only people may ${what}. Ask a person.`, { details: { validTransitions: [] } });

export const memberEntity = (member: Member) =>
  ({ type: member.type === 'agent' ? 'agent' : 'member', id: member.id, title: member.name }) as const;

export const humanProblems = (input: HumanChange): Record<string, Problem> => ({
  name: memberNameProblem(input.name),
  displayName: nameProblem(input.displayName, LIMITS.name),
  email: emailProblem(input.email),
  ...externalIdProblems(input.externalId),
});

/** The log entries for closing and reopening a person's chats. */
export const CHATS = {
  closed: { field: 'chats', oldValue: 'open', newValue: 'closed' },
  opened: { field: 'chats', oldValue: 'closed', newValue: 'open' },
} as const;

export interface HumanChange {
  readonly name?: string | undefined;
  readonly displayName?: string | undefined;
  readonly email?: string | null | undefined;
  readonly role?: Role | undefined;
  readonly externalId?: ExternalId | null | undefined;
}

/** Daily limits of an agent, in UTC days, per named number (docs/rules.md, Usage). */
export interface AgentLimits {
  readonly usage: Readonly<Record<string, { readonly perDay: number }>>;
}
