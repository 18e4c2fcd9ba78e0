import type { Page, PageSlice } from '../shared/page.ts';
import type { SessionSnapshot, Telemetry } from './monitoring.ts';

export interface MonitoringStore {
  /** Replaces the agent's snapshot. */
  putSessions(agentId: string, snapshot: SessionSnapshot): Promise<void>;
  sessions(agentId: string): Promise<SessionSnapshot>;
  countSessions(agentId: string): Promise<number>;
  addTelemetry(agentId: string, telemetry: Telemetry): Promise<void>;
  latestTelemetry(agentId: string): Promise<Telemetry | null>;
  /** Newest first, with the total. */
  telemetry(agentId: string, page: PageSlice): Promise<Page<Telemetry>>;
  /** Deletes a batch of points from before a time; returns how many. */
  forgetTelemetry(before: number, atMost: number): Promise<number>;
}
