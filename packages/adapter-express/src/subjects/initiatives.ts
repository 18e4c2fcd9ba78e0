import { contract } from '@tandem/contract';
import { type Initiative, type Project, projectCount } from '@tandem/core';
import { created, list, ok, SUCCESS } from '../http/answer.ts';
import { bind } from '../http/binding.ts';
import { iso } from '../http/iso.ts';
import { presentProject } from './projects.ts';

export const presentInitiative = (initiative: Initiative) => ({
  id: initiative.id,
  name: initiative.name,
  description: initiative.description,
  status: initiative.status,
  projectCount: projectCount(initiative),
  projectStatuses: initiative.projectStatuses,
  createdAt: iso(initiative.createdAt),
  updatedAt: iso(initiative.updatedAt),
});

/** The shorter form in the initiative's project list. */
export const presentProjectOfInitiative = (project: Project) => {
  const { initiative, goal, taskCounts, archived, ...rest } = presentProject(project);
  return rest;
};

export const initiatives = bind(contract.initiatives, {
  list: async ({ tandem, caller, query }) =>
    list(await tandem.initiatives.list(caller, query), presentInitiative),
  create: async ({ tandem, caller, body }) =>
    created(presentInitiative(await tandem.initiatives.create(caller, body))),
  get: async ({ tandem, caller, params }) =>
    ok(presentInitiative(await tandem.initiatives.get(caller, params.id))),
  update: async ({ tandem, caller, params, body }) =>
    ok(presentInitiative(await tandem.initiatives.update(caller, params.id, body))),
  delete: async ({ tandem, caller, params }) => {
    await tandem.initiatives.delete(caller, params.id);
    return SUCCESS;
  },
  projects: async ({ tandem, caller, params, query }) =>
    list(await tandem.initiatives.projects(caller, params.id, query), presentProjectOfInitiative),
});
