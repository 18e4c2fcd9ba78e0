import type { MemberRef } from '../members/member.ts';
import type { Page, PageSlice } from '../shared/page.ts';
import type { Day, DayRange } from './days.ts';
import type { Usage } from './usage.ts';

/** Dimensions of usage sums. */
export const USAGE_GROUPS = ['agent', 'project', 'task', 'day'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

/** The agent, task and project that usage counts for; null for none. */
export interface UsageOf {
  readonly agentId: string | null;
  readonly projectId: string | null;
  readonly taskNumber: number | null;
}

/**
 * The part of a claim's usage counted on one day in one project; a null day marks usage that can no longer be taken
 * back.
 */
export interface Counted {
  readonly day: Day | null;
  readonly projectId: string | null;
  readonly usage: Usage;
}

/** A sum with its group. */
export interface UsageSum {
  /** A removed agent keeps its last name; null for usage without an agent. */
  readonly agent?: MemberRef | null;
  /** A removed project has no title; null for usage without a project. */
  readonly project?: { readonly id: string; readonly title: string | null } | null;
  /** Also of removed tasks; null for usage without a task. */
  readonly taskNumber?: number | null;
  readonly day?: Day;
  readonly usage: Usage;
}

/** Sums of usage by day. They remain when their agent, task or project is removed. */
export interface UsageStore {
  /** Adds to the sums of a day; negative numbers subtract. */
  add(day: Day, of: UsageOf, usage: Usage): Promise<void>;
  /** The sums of the whole workspace in the month of a day. */
  inMonthOf(day: Day): Promise<Usage>;
  /** The sums of an agent on a day. */
  ofAgent(agentId: string, day: Day): Promise<Usage>;
  /** The counted usage of a claim, oldest first. */
  ofClaim(claimId: string): Promise<readonly Counted[]>;
  keepOfClaim(claimId: string, counted: readonly Counted[]): Promise<void>;
  /** Records that an agent reached a limit on a day; returns true the first time. */
  noteLimit(day: Day, agentId: string, at: number): Promise<boolean>;
  /** Removes that record. */
  forgetLimit(day: Day, agentId: string): Promise<void>;
  /** The first 1,000 agents that reached a limit on a day, in order of time. */
  limitsReached(day: Day): Promise<readonly { readonly agentId: string; readonly since: number }[]>;
  /** A batch of limits reached before a day. */
  pastLimits(day: Day): Promise<readonly { readonly day: Day; readonly agentId: string }[]>;
  /** Sums over a range of days: newest agents, projects and days first, tasks by number; rows without a group last. */
  sums(by: UsageGroup, days: DayRange, page: PageSlice): Promise<Page<UsageSum>>;
}
