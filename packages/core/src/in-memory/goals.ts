import type { Goal } from '../goals/goal.ts';
import type { Stores } from '../ports.ts';
import { externalKeyOf } from '../shared/external-id.ts';
import { placed } from './search.ts';
import type { Tables } from './tables.ts';

export function goalStore(tables: Tables): Stores['goals'] {
  const { goals, verifications, projects, initiatives } = tables;
  const view = (goal: Goal): Goal => ({
    ...goal,
    initiative: goal.initiative && {
      id: goal.initiative.id,
      name: initiatives.get(goal.initiative.id)?.name ?? '',
    },
    lastVerification: verifications.filter(({ goalId }) => goalId === goal.id).at(-1) ?? null,
  });

  return {
    insert: async (goal) => {
      goals.put(goal.id, goal);
      placed(tables, 'goal', goal.id);
    },
    update: async (goal) => goals.put(goal.id, goal),
    delete: async ({ id }) => {
      goals.delete(id);
      tables.placed.delete(`goal ${id}`);
      for (const row of verifications.filter(({ goalId }) => goalId === id)) verifications.delete(row.id);
      for (const project of projects.filter((row) => row.goal?.id === id)) {
        projects.put(project.id, { ...project, goal: null });
      }
    },
    byId: async (id) => {
      const goal = goals.get(id);
      return goal ? view(goal) : null;
    },
    byExternalId: async (key) => {
      const goal = goals.find((row) => externalKeyOf(row) === key);
      return goal ? view(goal) : null;
    },
    list: async ({ status, initiativeId, archived }, slice) => {
      const wanted = (row: Goal) =>
        (archived || !row.archived) &&
        (!status || row.status === status) &&
        (initiativeId === undefined || row.initiative?.id === initiativeId);
      const page = goals.page(wanted, slice, 'newest');
      return { ...page, items: page.items.map(view), total: goals.filter(wanted).length };
    },
    addVerification: async (verification) => verifications.put(verification.id, verification),
    verifications: async (goalId, slice) =>
      verifications.page((row) => row.goalId === goalId, slice, 'newest'),
  };
}
