import type { Stores } from '../ports.ts';
import { NO_TASKS, type Project } from '../projects/project.ts';
import { externalKeyOf } from '../shared/external-id.ts';
import { placed } from './search.ts';
import type { Tables } from './tables.ts';

export function projectStore(tables: Tables): Stores['projects'] {
  const { projects, tasks, initiatives, goals } = tables;

  const taskCounts = (projectId: string) => {
    const counts = { ...NO_TASKS };
    for (const { status } of tasks.filter((task) => task.project?.id === projectId && !task.archived)) {
      counts[status]++;
      counts.total++;
    }
    return counts;
  };

  const view = (project: Project): Project => ({
    ...project,
    initiative: project.initiative && {
      id: project.initiative.id,
      name: initiatives.get(project.initiative.id)?.name ?? '',
    },
    goal: project.goal && { id: project.goal.id, title: goals.get(project.goal.id)?.title ?? '' },
    taskCounts: taskCounts(project.id),
  });

  return {
    insert: async (project) => {
      projects.put(project.id, project);
      placed(tables, 'project', project.id);
    },
    update: async (project) => projects.put(project.id, project),
    delete: async ({ id }) => {
      projects.delete(id);
      tables.placed.delete(`project ${id}`);
      for (const task of tasks.filter((row) => row.project?.id === id)) {
        tasks.put(task.taskNumber, { ...task, project: null });
      }
    },
    byId: async (id) => {
      const project = projects.get(id);
      return project ? view(project) : null;
    },
    byExternalId: async (key) => {
      const project = projects.find((row) => externalKeyOf(row) === key);
      return project ? view(project) : null;
    },
    list: async ({ status, initiativeId }, slice) => {
      const page = projects.page(
        (row) =>
          !row.archived &&
          (!status || row.status === status) &&
          (initiativeId === undefined || row.initiative?.id === initiativeId),
        slice,
        'newest',
      );
      return { ...page, items: page.items.map(view) };
    },
  };
}
