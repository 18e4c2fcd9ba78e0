import type { CallerType } from '../access/caller.ts';
import { Refusal } from '../shared/refusal.ts';
import type { Blocker, TaskStatus } from './status.ts';

export const RELATION_TYPES = ['blocks', 'blocked_by', 'related', 'duplicate_of'] as const;
export type RelationType = (typeof RELATION_TYPES)[number];

/** The stored kinds: `blocked_by` is `blocks` seen from the other end. */
export const RELATION_KINDS = [
  'blocks',
  'related',
  'duplicate_of',
] as const satisfies readonly RelationType[];
export type RelationKind = (typeof RELATION_KINDS)[number];

/** A relation as stored: once for both ends, by task numbers. */
export interface Edge {
  readonly kind: RelationKind;
  readonly from: number;
  readonly to: number;
}

export interface StoredRelation extends Edge {
  readonly id: string;
  /** The task whose endpoint created it. */
  readonly madeOn: number;
  readonly madeBy: CallerType;
}

/** A relation as seen from one of its two tasks (docs/rules.md, Relations). */
export interface Relation {
  readonly id: string;
  /** The role of the task being read. */
  readonly type: RelationType;
  /** `outgoing` on the task where the relation was created, `incoming` on the other. */
  readonly direction: 'outgoing' | 'incoming';
  /** Internal: used by the rules, not returned to clients. */
  readonly madeBy: CallerType;
  readonly task: Blocker;
}

/**
 * "A blocks B" and "B blocked_by A" are one edge, and so is `related` in either direction (docs/rules.md, Relations).
 */
export function edgeOf(task: number, type: RelationType, other: number): Edge {
  switch (type) {
    case 'blocks':
    case 'duplicate_of':
      return { kind: type, from: task, to: other };
    case 'blocked_by':
      return { kind: 'blocks', from: other, to: task };
    case 'related':
      return { kind: type, from: Math.min(task, other), to: Math.max(task, other) };
  }
}

/** A stored relation as seen from one of its tasks. */
export function seenFrom(
  task: number,
  relation: StoredRelation,
  other: { taskNumber: number; title: string; status: TaskStatus; assignedTo: string | null },
): Relation {
  return {
    id: relation.id,
    type: relation.kind === 'blocks' && relation.to === task ? 'blocked_by' : relation.kind,
    direction: relation.madeOn === task ? 'outgoing' : 'incoming',
    madeBy: relation.madeBy,
    task: other,
  };
}

/** Kinds that must not form a cycle: no task could start, or none would be the original. */
export const ACYCLIC: readonly RelationKind[] = ['blocks', 'duplicate_of'];

/** Maximum relations per task; a task is returned with all of them. */
export const MAX_RELATIONS = 1_000;

export const tooManyRelations = (taskNumber: number) =>
  new Refusal(
    'LIMIT_REACHED',
    `A task can have at most ${MAX_RELATIONS} relations, and task ${taskNumber} has reached that limit. Remove one of them first.`,
  );

export const selfRelation = () =>
  new Refusal('SELF_RELATION', 'A task cannot be related to itself. Name another task in taskNumber.');

export const duplicateRelation = () =>
  new Refusal('DUPLICATE_RELATION', 'This relation already exists. No action is needed.');

export const cycleDetected = (kind: RelationKind) =>
  new Refusal(
    'CYCLE_DETECTED',
    `This relation would create a cycle of ${kind} relations. Remove another relation in the cycle first.`,
  );
