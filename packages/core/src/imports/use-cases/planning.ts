import {
  GOAL_TEXTS,
  type Goal,
  goalEntity,
  goalProblems,
  plain,
  type Verification,
} from '../../goals/goal.ts';
import { DEFAULT_GOAL_STATUS, GOAL_STATUSES } from '../../goals/status.ts';
import {
  DEFAULT_INITIATIVE_STATUS,
  INITIATIVE_STATUSES,
  INITIATIVE_TEXTS,
  type Initiative,
  initiativeEntity,
} from '../../initiatives/initiative.ts';
import { LIMITS } from '../../shared/text.ts';
import { syncInboxForGoal } from '../../steps/update-inbox.ts';
import { sameNamed } from '../merge.ts';
import type { RecordOf } from '../record.ts';
import { fitted } from '../words.ts';
import {
  exportedExternalId,
  type Importer,
  type ImportUnit,
  idFor,
  idHere,
  importOnce,
  problemOf,
  type Taken,
} from './unit.ts';

/** The text without its surroundings; null for a blank or missing one. */
export const describedAs = (
  text: string | null | undefined,
  what: string,
  { warn }: ImportUnit,
): string | null => (text ? fitted(text, LIMITS.description, what, warn) : null);

/** The status if it is one of ours, otherwise the usual one. */
export function statusIn<T extends string>(
  { warn }: ImportUnit,
  { given, values, usual }: { given: string | null | undefined; values: readonly T[]; usual: T },
): T {
  const status = values.find((each) => each === given);
  if (given && !status) warn(`Its status is unknown; it becomes ${usual}.`);
  return status ?? usual;
}

export const archivedField = {
  text: ({ archived }: { archived: boolean }) => String(archived),
  part: ({ archived }: { archived: boolean }) => ({ archived }),
};

export const initiatives: Importer<RecordOf<'initiative'>, Initiative> = {
  fields: sameNamed<Initiative>(INITIATIVE_TEXTS),
  byId: ({ stores }, id) => stores.initiatives.byId(id),
  wanted: async (unit, record, current) => {
    const name = fitted(record.name.trim(), LIMITS.title, 'name', unit.warn).trim();
    if (name === '') return 'The initiative has no name.';
    const createdAt = record.createdAt ?? unit.now;
    return {
      id: current?.id ?? (await idFor(unit, record)),
      name,
      description: describedAs(record.description, 'description', unit),
      status: statusIn(unit, {
        given: record.status,
        values: INITIATIVE_STATUSES,
        usual: DEFAULT_INITIATIVE_STATUS,
      }),
      projectStatuses: {},
      createdAt,
      updatedAt: record.updatedAt ?? createdAt,
    };
  },
  insert: async ({ stores, record }, initiative) => {
    await stores.initiatives.insert(initiative);
    await record({ entity: initiativeEntity(initiative), action: 'created' });
  },
  update: async ({ stores, record, now }, after, _before, changes) => {
    await stores.initiatives.update({ ...after, updatedAt: now });
    await record({ entity: initiativeEntity(after), action: 'updated', changes });
  },
};

const { externalId: _, initiativeId, ...goalTexts } = GOAL_TEXTS;

export const goals: Importer<RecordOf<'goal'>, Goal> = {
  fields: {
    ...sameNamed<Goal>(goalTexts as never),
    initiativeId: { text: initiativeId, part: ({ initiative }) => ({ initiative }) },
    archived: archivedField,
  },
  byId: ({ stores }, id) => stores.goals.byId(id),
  wanted: async (unit, record, current) => {
    const { stores, now, warn } = unit;
    const title = fitted(record.title.trim(), LIMITS.title, 'title', warn).trim();
    if (title === '') return 'The goal has no title.';
    const metric = record.metric ? plain(record.metric) : null;
    const problem = problemOf(goalProblems({ metric, targetDate: record.targetDate }));
    if (problem) return problem;
    const createdAt = record.createdAt ?? now;
    return {
      id: current?.id ?? (await idFor(unit, record)),
      title,
      description: describedAs(record.description, 'description', unit),
      test: describedAs(record.test, 'test', unit),
      metric,
      status: statusIn(unit, { given: record.status, values: GOAL_STATUSES, usual: DEFAULT_GOAL_STATUS }),
      lastVerification: current?.lastVerification ?? null,
      targetDate: record.targetDate ?? null,
      initiative: await initiativeOf(unit, record.initiativeId),
      externalId: current ? current.externalId : await exportedExternalId(stores.goals, record),
      archived: record.archived ?? false,
      createdAt,
      updatedAt: record.updatedAt ?? createdAt,
    };
  },
  insert: async ({ stores, record }, goal) => {
    await stores.goals.insert(goal);
    await syncInboxForGoal(stores, goal, null);
    await record({ entity: goalEntity(goal), action: 'created' });
  },
  update: async ({ stores, record, now }, after, before, changes) => {
    const goal = { ...after, updatedAt: now };
    await stores.goals.update(goal);
    await syncInboxForGoal(stores, goal, before);
    await record({ entity: goalEntity(goal), action: 'updated', changes });
  },
};

export async function initiativeOf(unit: ImportUnit, id: string | null | undefined) {
  const here = await idHere(unit, 'initiative', id);
  const found = here && (await unit.stores.initiatives.byId(here));
  if (id && !found) unit.warn('Its initiative is not in the source, or was deleted here.');
  return found ? { id: found.id, name: found.name } : null;
}

export async function goalOf(unit: ImportUnit, id: string | null | undefined) {
  const here = await idHere(unit, 'goal', id);
  const found = here && (await unit.stores.goals.byId(here));
  if (id && !found) unit.warn('Its goal is not in the source, or was deleted here.');
  return found ? { id: found.id, title: found.title } : null;
}

/** Imports a verification of a goal. */
export const importVerification = (unit: ImportUnit, record: RecordOf<'verification'>): Promise<Taken> =>
  importOnce(unit, record, async () => {
    const { stores, now, warn } = unit;
    const here = await idHere(unit, 'goal', record.goalId);
    const goal = here && (await stores.goals.byId(here));
    if (!goal) return 'Its goal is not in the source, or was deleted here.';
    const verification: Verification = {
      id: await idFor(unit, record),
      goalId: goal.id,
      at: record.at ?? now,
      byName: fitted(record.byName, LIMITS.name, 'name', warn),
      byType: record.byType,
      passed: record.passed,
      evidence: fitted(record.evidence, LIMITS.evidence, 'evidence', warn),
    };
    await stores.goals.addVerification(verification);
    await unit.record({ entity: goalEntity(goal), action: 'verified' });
    return { id: verification.id, fields: { goal: goal.id } };
  });
