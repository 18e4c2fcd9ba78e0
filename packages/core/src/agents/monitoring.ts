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
  /** When it was pushed; null before the first push. */
  readonly takenAt: number | null;
}

export const NO_SESSIONS: SessionSnapshot = { sessions: [], takenAt: null };

/** The state of an agent's process at a moment (docs/rules.md, Agents). */
export interface Telemetry {
  readonly at: number;
  readonly status: AgentStatus;
  readonly model: string;
  readonly contextTokens: number;
  readonly contextLimit: number;
  readonly activeSessions: number;
  /** Extra metrics as given; null without any. */
  readonly usage: Readonly<Record<string, number>> | null;
}
