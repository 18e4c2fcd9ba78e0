import type { CallerType } from '../access/caller.ts';
import { Refusal } from '../shared/refusal.ts';
import type { Blocker, TaskStatus } from './status.ts';

export const RELATION_TYPES = ['blocks', 'blocked_by', 'related', 'duplicate_of'] as const;
export type RelationType = (typeof RELATION_TYPES)[number];

/** The kinds that are kept: `blocked_by` is `blocks` seen from the other end. */
export const RELATION_KINDS = [
  'blocks',
  'related',
  'duplicate_of',
] as const satisfies readonly RelationType[];
export type RelationKind = (typeof RELATION_KINDS)[number];

/** A relation as it is kept, once for both ends, by task numbers. */
export interface Edge {
  readonly kind: RelationKind;
  readonly from: number;
  readonly to: number;
}

export interface KeptRelation extends Edge {
  readonly id: string;
  /** The task whose endpoint made it. */
  readonly madeOn: number;
  readonly madeBy: CallerType;
}

/** A relation as one of its two tasks shows it (docs/rules.md, Relations). */
export interface Relation {
  readonly id: string;
  /** How the task that is read stands to the other. */
  readonly type: RelationType;
  /** outgoing where the relation was made, incoming on the other task. */
  readonly direction: 'outgoing' | 'incoming';
  /** Not shown; the rules ask. */
  readonly madeBy: CallerType;
  readonly task: Blocker;
}

/** "A blocks B" and "B blocked_by A" are one edge, and so is `related` either way (docs/rules.md, Relations). */
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

/** How a kept relation looks from one of its tasks. */
export function seenFrom(
  task: number,
  kept: KeptRelation,
  other: { taskNumber: number; title: string; status: TaskStatus; assignedTo: string | null },
): Relation {
  return {
    id: kept.id,
    type: kept.kind === 'blocks' && kept.to === task ? 'blocked_by' : kept.kind,
    direction: kept.madeOn === task ? 'outgoing' : 'incoming',
    madeBy: kept.madeBy,
    task: other,
  };
}

/** Kinds in which a circle would make no sense: nobody could begin, or no task would be the original. */
export const ACYCLIC: readonly RelationKind[] = ['blocks', 'duplicate_of'];

/** How many relations a task may have: all of them are shown with it. */
export const MAX_RELATIONS = 1_000;

export const tooManyRelations = (taskNumber: number) =>
  new Refusal(
    'LIMIT_REACHED',
    `A task has at most ${MAX_RELATIONS} relations, and task ${taskNumber} has that many. Remove one of them first.`,
  );

export const selfRelation = () =>
  new Refusal('SELF_RELATION', 'A task cannot be related to itself. Name another task in taskNumber.');

export const duplicateRelation = () =>
  new Refusal('DUPLICATE_RELATION', 'These tasks have this relation already. Nothing needs to be done.');

export const cycleDetected = (kind: RelationKind) =>
  new Refusal(
    'CYCLE_DETECTED',
    `This relation would close a circle of ${kind}. Remove another relation of the circle first.`,
  );
