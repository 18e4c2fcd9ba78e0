import { contract } from '@tandem/contract';
import type { Project, SeenTask } from '@tandem/core';
import { created, list, ok, SUCCESS } from '../http/answer.ts';
import { bind } from '../http/binding.ts';
import { iso, isoOrNull } from '../http/iso.ts';
import { presentTask } from './tasks.ts';

export const presentProject = (project: Project) => ({
  id: project.id,
  title: project.title,
  description: project.description,
  status: project.status,
  color: project.color,
  targetDate: isoOrNull(project.targetDate),
  initiative: project.initiative,
  goal: project.goal,
  externalId: project.externalId,
  taskCounts: project.taskCounts,
  archived: project.archived,
  createdAt: iso(project.createdAt),
  updatedAt: iso(project.updatedAt),
});

/** The shorter form in the project's task list. */
export const presentTaskOfProject = (task: SeenTask) => {
  const { description, project, labels, archived, blocked, ...rest } = presentTask(task);
  return rest;
};

export const projects = bind(contract.projects, {
  list: async ({ tandem, caller, query }) => list(await tandem.projects.list(caller, query), presentProject),
  create: async ({ tandem, caller, body }) =>
    created(presentProject(await tandem.projects.create(caller, body))),
  get: async ({ tandem, caller, params }) => ok(presentProject(await tandem.projects.get(caller, params.id))),
  update: async ({ tandem, caller, params, body }) =>
    ok(presentProject(await tandem.projects.update(caller, params.id, body))),
  delete: async ({ tandem, caller, params }) => {
    await tandem.projects.delete(caller, params.id);
    return SUCCESS;
  },
  archive: async ({ tandem, caller, params }) =>
    ok(presentProject(await tandem.projects.archive(caller, params.id))),
  unarchive: async ({ tandem, caller, params }) =>
    ok(presentProject(await tandem.projects.unarchive(caller, params.id))),
  tasks: async ({ tandem, caller, params, query }) =>
    list(await tandem.projects.tasks(caller, params.id, query), presentTaskOfProject),
});
