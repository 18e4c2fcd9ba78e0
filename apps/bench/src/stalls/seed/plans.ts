import type { Bulk } from './bulk.ts';
import { DESCRIPTION, START } from './texts.ts';

interface Texts {
  readonly title?: string;
  readonly description?: string;
}

const TIMES = { created_at: START, updated_at: START } as const;

export function addInitiative(
  bulk: Bulk,
  { title = 'An initiative', description = DESCRIPTION }: Texts = {},
): string {
  const id = bulk.newId();
  bulk.into('initiatives')({
    id,
    seq: bulk.next('row'),
    name: title,
    description,
    status: 'active',
    ...TIMES,
  });
  return id;
}

export interface ProjectTraits extends Texts {
  readonly initiative?: string;
  readonly goal?: string;
}

/** Returns a function that adds projects and returns the id of each. */
export function projectAdder(bulk: Bulk): (traits: ProjectTraits) => string {
  const insert = bulk.into('projects');
  return ({ title = 'A project', description = DESCRIPTION, initiative, goal }) => {
    const id = bulk.newId();
    insert({
      id,
      seq: bulk.next('row'),
      title,
      description,
      status: 'planning',
      color: '#6B7280',
      target_date: null,
      initiative_id: initiative ?? null,
      goal_id: goal ?? null,
      archived: 0,
      ...TIMES,
    });
    return id;
  };
}

export interface GoalTraits extends Texts {
  readonly test?: string;
  readonly initiative?: string;
}

/** Returns a function that adds goals and returns the id of each. */
export function goalAdder(bulk: Bulk): (traits: GoalTraits) => string {
  const insert = bulk.into('goals');
  return ({ title = 'A goal', description = DESCRIPTION, test, initiative }) => {
    const id = bulk.newId();
    insert({
      id,
      seq: bulk.next('row'),
      title,
      description,
      test: test ?? null,
      metric_target: null,
      metric_current: null,
      metric_unit: null,
      status: 'open',
      target_date: null,
      initiative_id: initiative ?? null,
      archived: 0,
      ...TIMES,
    });
    return id;
  };
}

export function addVerifications(bulk: Bulk, goal: string, count: number, evidence = 'Seen'): void {
  const insert = bulk.into('verifications');
  for (let i = 0; i < count; i++) {
    insert({
      goal_id: goal,
      seq: bulk.next('row'),
      id: bulk.newId(),
      at: START,
      by_name: 'somebody',
      by_type: 'human',
      passed: 0,
      evidence,
    });
  }
}
