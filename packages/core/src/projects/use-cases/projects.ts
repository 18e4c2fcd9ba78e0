import type { Caller } from '../../access/caller.ts';
import { changedFields } from '../../events/event.ts';
import { checkExternalIdFree, pageByExternalId } from '../../lookup/external-ids.ts';
import { resolveGoal } from '../../lookup/goals.ts';
import { resolveInitiative } from '../../lookup/initiatives.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import { all } from '../../shared/all.ts';
import { changedExternalId, wantedKey } from '../../shared/external-id.ts';
import { EMPTY_PAGE, type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { notFound, refuseProblems } from '../../shared/refusal.ts';
import { recorder } from '../../steps/record.ts';
import { changer } from '../../steps/running.ts';
import { type SeenTask, taskViewer } from '../../tasks/seen.ts';
import type { TaskStatus } from '../../tasks/status.ts';
import type { Priority } from '../../tasks/task.ts';
import {
  DEFAULT_PROJECT_COLOR,
  DEFAULT_PROJECT_STATUS,
  type NewProject,
  NO_TASKS,
  PROJECT_TEXTS,
  type Project,
  type ProjectChange,
  projectEntity,
  projectProblems,
} from '../project.ts';
import type { ProjectFilter } from '../store.ts';

export interface ProjectQuery extends ProjectFilter, PageRequest {
  /** `<source>:<id>`. */
  readonly externalId?: string | undefined;
}

export interface ProjectTaskQuery extends PageRequest {
  readonly status?: readonly TaskStatus[] | undefined;
  readonly priority?: readonly Priority[] | undefined;
}

/** Use cases for projects (docs/rules.md, Projects). */
export function projectUseCases(ports: SteadyPorts) {
  const { seenPage } = taskViewer(ports);
  const { storage, clock, newId } = ports;
  const record = recorder(ports);
  const write = changer(ports);

  const setArchived = (caller: Caller, id: string, archived: boolean): Promise<Project> =>
    write(caller, async (stores) => {
      const before = await requireProject(stores, id);
      if (before.archived === archived) return before;
      const after = { ...before, archived, updatedAt: clock() };
      await stores.projects.update(after);
      await record(stores, caller, {
        entity: projectEntity(after),
        action: archived ? 'archived' : 'unarchived',
      });
      return after;
    });

  return {
    /** Newest first, without archived ones. */
    list: (caller: Caller, query: ProjectQuery): Promise<Page<Project>> =>
      storage.read(caller.workspaceId, async ({ projects, initiatives }) => {
        const slice = pageSlice(query);
        const { status, initiativeId } = query;
        const key = wantedKey(query.externalId);
        if (initiativeId !== undefined && !(await initiatives.byId(initiativeId))) return EMPTY_PAGE;
        if (key === undefined) return projects.list({ status, initiativeId }, slice);
        return pageByExternalId(
          projects,
          key,
          slice,
          (project): project is Project =>
            !project.archived &&
            (status === undefined || project.status === status) &&
            (initiativeId === undefined || project.initiative?.id === initiativeId),
        );
      }),

    create: async (caller: Caller, input: NewProject): Promise<Project> => {
      refuseProblems(projectProblems({ ...input, title: input.title ?? '' }));
      return write(caller, async (stores) => {
        const [initiative, goal] = await all(
          resolveInitiative(stores, input.initiativeId ?? null),
          resolveGoal(stores, input.goalId ?? null),
        );
        const now = clock();
        const project: Project = {
          id: newId(),
          title: input.title.trim(),
          description: input.description ?? null,
          status: input.status ?? DEFAULT_PROJECT_STATUS,
          color: input.color ?? DEFAULT_PROJECT_COLOR,
          targetDate: input.targetDate ?? null,
          initiative,
          goal,
          externalId: changedExternalId(null, input.externalId),
          taskCounts: NO_TASKS,
          archived: false,
          createdAt: now,
          updatedAt: now,
        };
        await checkExternalIdFree(stores.projects, project.externalId);
        await stores.projects.insert(project);
        await record(stores, caller, { entity: projectEntity(project), action: 'created' });
        return project;
      });
    },

    get: (caller: Caller, id: string): Promise<Project> =>
      storage.read(caller.workspaceId, (stores) => requireProject(stores, id)),

    update: (caller: Caller, id: string, change: ProjectChange): Promise<Project> =>
      write(caller, async (stores) => {
        const before = await requireProject(stores, id);
        refuseProblems(projectProblems(change));
        const [initiative, goal] = await all(
          change.initiativeId === undefined
            ? before.initiative
            : resolveInitiative(stores, change.initiativeId),
          change.goalId === undefined ? before.goal : resolveGoal(stores, change.goalId),
        );
        const after: Project = {
          ...before,
          title: change.title?.trim() ?? before.title,
          description: change.description === undefined ? before.description : change.description,
          status: change.status ?? before.status,
          color: change.color ?? before.color,
          targetDate: change.targetDate === undefined ? before.targetDate : change.targetDate,
          initiative,
          goal,
          externalId: changedExternalId(before.externalId, change.externalId),
          updatedAt: clock(),
        };
        const changes = changedFields(PROJECT_TEXTS, before, after);
        if (changes.length === 0) return before;
        await checkExternalIdFree(stores.projects, after.externalId, before.externalId);
        await stores.projects.update(after);
        await record(stores, caller, { entity: projectEntity(after), action: 'updated', changes });
        return after;
      }),

    /** Keeps the project's tasks. */
    delete: (caller: Caller, id: string): Promise<void> =>
      write(caller, async (stores) => {
        const project = await requireProject(stores, id);
        await stores.projects.delete(project);
        await record(stores, caller, { entity: projectEntity(project), action: 'deleted' });
      }),

    archive: (caller: Caller, id: string) => setArchived(caller, id, true),
    unarchive: (caller: Caller, id: string) => setArchived(caller, id, false),

    /** The project's unarchived tasks, newest first. */
    tasks: (caller: Caller, id: string, query: ProjectTaskQuery): Promise<Page<SeenTask>> =>
      storage.read(caller.workspaceId, async (stores) => {
        const project = await requireProject(stores, id);
        const filter = {
          projectIds: [project.id],
          statuses: query.status,
          priorities: query.priority,
          archived: false,
        };
        return seenPage(await stores.tasks.list(filter, pageSlice(query)));
      }),
  };
}

async function requireProject({ projects }: Stores, id: string): Promise<Project> {
  const project = await projects.byId(id);
  if (!project) throw notFound('project');
  return project;
}
