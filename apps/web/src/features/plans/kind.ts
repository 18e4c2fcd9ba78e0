/** A kind of plan: the first word of the query keys of its lists. */
export type PlanKind = 'goals' | 'initiatives' | 'projects';

/** The first word of the query key of a single plan. */
export const singular = (kind: PlanKind): string => kind.slice(0, -1);
