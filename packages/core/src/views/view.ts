import { administers, type Caller } from '../access/caller.ts';
import type { MemberRef } from '../members/member.ts';
import { notFound, Refusal } from '../shared/refusal.ts';
import { LIMITS, nameProblem, type Problem } from '../shared/text.ts';
import type { SortOrder, TaskSort } from '../tasks/order.ts';
import type { TaskFilters } from '../tasks/query.ts';

export const VIEW_LAYOUTS = ['list', 'board'] as const;
export const VIEW_GROUPINGS = ['status', 'project', 'assignee', 'priority', 'label', 'due', 'none'] as const;

/** Maximum views of a member. */
export const MAX_VIEWS = 100;

export interface ViewQuery {
  readonly filters: TaskFilters;
  readonly sort: TaskSort;
  readonly order: SortOrder;
  readonly view: (typeof VIEW_LAYOUTS)[number];
  readonly groupBy: (typeof VIEW_GROUPINGS)[number];
}

/** A saved query of the task list (docs/rules.md, Views). */
export interface View {
  readonly id: string;
  readonly name: string;
  /** Whether all members see it. */
  readonly shared: boolean;
  readonly query: ViewQuery;
  /** A removed member keeps its last name. */
  readonly createdBy: MemberRef;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const viewNameProblem = (name: string | undefined): Problem => nameProblem(name, LIMITS.viewName);

/** Bounds the size of a stored query, in UTF-16 units; the longest sensible filters have a few thousand. */
const MAX_QUERY = 20_000;
export const viewQueryProblem = (query: ViewQuery): Problem =>
  JSON.stringify(query).length > MAX_QUERY ? `must be at most ${MAX_QUERY} characters of JSON` : undefined;

/** 403 for a key without a member: views belong to members. */
export function makerOf({ memberId }: Caller): string {
  if (memberId !== null) return memberId;
  throw new Refusal(
    'FORBIDDEN',
    "Views belong to members, and this key has none. Use a person's or an agent's key.",
  );
}

/** 404 for another member's private view. */
export function checkSees(caller: Caller, view: View | null): View {
  if (view && (view.shared || view.createdBy.id === caller.memberId)) return view;
  throw notFound('view');
}

/** 403 unless the caller made the view or administers the workspace. */
export function checkChanges(caller: Caller, { createdBy }: View): void {
  if (createdBy.id === caller.memberId || administers(caller)) return;
  throw new Refusal(
    'FORBIDDEN',
    'Only its maker or an admin can change or delete a shared view. Create a view of your own.',
  );
}
