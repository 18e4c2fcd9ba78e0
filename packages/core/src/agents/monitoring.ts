import type { AgentStatus } from '../members/member.ts';

/** One session of an agent's process (docs/rules.md, Agents). */
export interface AgentSession {
  readonly key: string;
  readonly kind: string;
  readonly label: string | null;
  readonly displayName: string;
  readonly model: string;
  readonly contextTokens: number;
  readonly contextLimit: number;
  readonly lastActivity: number;
}

export interface SessionSnapshot {
  readonly sessions: readonly AgentSession[];
  /** When it was pushed; null while none has been. */
  readonly takenAt: number | null;
}

export const NO_SESSIONS: SessionSnapshot = { sessions: [], takenAt: null };

/** How an agent's process was doing at a moment (docs/rules.md, Agents). */
export interface Telemetry {
  readonly at: number;
  readonly status: AgentStatus;
  readonly model: string;
  readonly contextTokens: number;
  readonly contextLimit: number;
  readonly activeSessions: number;
  /** Extra metrics, as they were given; null when none were. */
  readonly usage: Readonly<Record<string, number>> | null;
}
