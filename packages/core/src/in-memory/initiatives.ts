import type { Initiative } from '../initiatives/initiative.ts';
import type { Stores } from '../ports.ts';
import type { ProjectStatus } from '../projects/project.ts';
import { placed } from './search.ts';
import type { Tables } from './tables.ts';

export function initiativeStore(tables: Tables): Stores['initiatives'] {
  const { initiatives, projects, goals } = tables;
  const view = (initiative: Initiative): Initiative => {
    const projectStatuses: Partial<Record<ProjectStatus, number>> = {};
    for (const { status } of projects.filter(
      (row) => row.initiative?.id === initiative.id && !row.archived,
    )) {
      projectStatuses[status] = (projectStatuses[status] ?? 0) + 1;
    }
    return { ...initiative, projectStatuses };
  };

  return {
    insert: async (initiative) => {
      initiatives.put(initiative.id, initiative);
      placed(tables, 'initiative', initiative.id);
    },
    update: async (initiative) => initiatives.put(initiative.id, initiative),
    delete: async ({ id }) => {
      initiatives.delete(id);
      tables.placed.delete(`initiative ${id}`);
      for (const project of projects.filter((row) => row.initiative?.id === id)) {
        projects.put(project.id, { ...project, initiative: null });
      }
      for (const goal of goals.filter((row) => row.initiative?.id === id)) {
        goals.put(goal.id, { ...goal, initiative: null });
      }
    },
    byId: async (id) => {
      const initiative = initiatives.get(id);
      return initiative ? view(initiative) : null;
    },
    list: async (slice) => {
      const page = initiatives.page(() => true, slice, 'newest');
      return { ...page, items: page.items.map(view) };
    },
  };
}
