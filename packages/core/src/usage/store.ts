import type { MemberRef } from '../members/member.ts';
import type { Page, PageSlice } from '../shared/page.ts';
import type { Day, DayRange } from './days.ts';
import type { SeenPoint, UsageSources } from './measured.ts';
import type { Usage } from './usage.ts';

/** Dimensions of usage sums. */
export const USAGE_GROUPS = ['agent', 'project', 'task', 'day', 'attempt'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

/** The usage that sums are made of: by any agent unless one is named. */
export interface UsageFilter extends DayRange {
  readonly agentId?: string | undefined;
}

/** The agent, task and project that usage counts for; null for none. */
export interface UsageOf {
  readonly agentId: string | null;
  readonly projectId: string | null;
  readonly taskNumber: number | null;
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
  /** Its number among all claims of the task. */
  readonly attempt?: number;
  /** Both sources of an attempt's usage, where they differ. */
  readonly usageSources?: UsageSources | null;
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
  /** The usage of a claim so far. */
  ofClaim(claimId: string): Promise<UsageSources>;
  keepOfClaim(claimId: string, usage: UsageSources): Promise<void>;
  /** The data points of an owner that have been seen, of those with these keys. */
  seenPoints(owner: string, keys: readonly string[]): Promise<readonly SeenPoint[]>;
  /** Records points as seen at a time by the clock. */
  seePoints(owner: string, points: readonly SeenPoint[], at: number): Promise<void>;
  /** Deletes points last seen before a time. At most `atMost`; returns the number deleted. */
  forgetPoints(before: number, atMost: number): Promise<number>;
  /** Records that an agent reached a limit on a day; returns true the first time. */
  noteLimit(day: Day, agentId: string, at: number): Promise<boolean>;
  /** Removes that record. */
  forgetLimit(day: Day, agentId: string): Promise<void>;
  /** The first 1,000 agents that reached a limit on a day, in order of time. */
  limitsReached(day: Day): Promise<readonly { readonly agentId: string; readonly since: number }[]>;
  /** A batch of limits reached before a day. */
  pastLimits(day: Day): Promise<readonly { readonly day: Day; readonly agentId: string }[]>;
  /**
   * Sums over a range of days: newest agents, projects and days first, tasks by number; rows without a group last.
   * Attempts are those that began on these days, newest first, each with its whole usage.
   */
  sums(by: UsageGroup, filter: UsageFilter, page: PageSlice): Promise<Page<UsageSum>>;
}
