import type { MemberRef } from '../members/member.ts';
import type { Page, PageSlice } from '../shared/page.ts';
import type { Day, DayRange } from './days.ts';
import type { Usage } from './usage.ts';

/** What usage is counted by. */
export const USAGE_GROUPS = ['agent', 'project', 'task', 'day'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

/** Whose usage it is: an agent's, on a task, in a project; null where there is none. */
export interface UsageOf {
  readonly agentId: string | null;
  readonly projectId: string | null;
  readonly taskNumber: number | null;
}

/** What a claim has been counted for on one day in one project; a null day is what is not taken back any more. */
export interface Counted {
  readonly day: Day | null;
  readonly projectId: string | null;
  readonly usage: Usage;
}

/** A sum, and the one thing that it is of. */
export interface UsageSum {
  /** A removed agent has the name that it had last; null is whoever is no agent. */
  readonly agent?: MemberRef | null;
  /** A removed project has no title; null is what was in no project. */
  readonly project?: { readonly id: string; readonly title: string | null } | null;
  /** Also of a task that has been removed; null is what was done on none. */
  readonly taskNumber?: number | null;
  readonly day?: Day;
  readonly usage: Usage;
}

/** Sums of what work has cost, day by day. What they are of may be removed; they stay. */
export interface UsageStore {
  /** Adds to the sums of a day; a number below 0 takes away. */
  add(day: Day, of: UsageOf, usage: Usage): Promise<void>;
  /** The sums of the whole workspace in the month of a day. */
  inMonthOf(day: Day): Promise<Usage>;
  /** The sums of an agent on a day. */
  ofAgent(agentId: string, day: Day): Promise<Usage>;
  /** What a claim has been counted for, oldest first. */
  ofClaim(claimId: string): Promise<readonly Counted[]>;
  keepOfClaim(claimId: string, counted: readonly Counted[]): Promise<void>;
  /** Keeps that an agent has reached a limit on a day; the first time counts, and returns true. */
  noteLimit(day: Day, agentId: string, at: number): Promise<boolean>;
  /** Keeps that it has not. */
  forgetLimit(day: Day, agentId: string): Promise<void>;
  /** Who has reached a limit on a day, the first ones first; the first 1,000. */
  limitsReached(day: Day): Promise<readonly { readonly agentId: string; readonly since: number }[]>;
  /** Limits that were reached before a day, some of them. */
  pastLimits(day: Day): Promise<readonly { readonly day: Day; readonly agentId: string }[]>;
  /** Sums over some days: of the newest agents, projects or days first, of tasks by number; of none last. */
  sums(by: UsageGroup, days: DayRange, page: PageSlice): Promise<Page<UsageSum>>;
}
