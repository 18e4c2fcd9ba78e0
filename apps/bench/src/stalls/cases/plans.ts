import { get, patch, post, remove } from '../request.ts';
import type { Bulk } from '../seed/bulk.ts';
import { addGoal, addInitiative, addProject, addVerifications } from '../seed/plans.ts';
import { addLabelTo, moveTasks } from '../seed/tasks.ts';
import { LONG_DESCRIPTION, LONG_EVIDENCE, LONG_TITLE } from '../seed/texts.ts';
import { casesOf, deep, type Scene, type StallCase } from './case.ts';

const LABELS: readonly StallCase[] = [
  ...casesOf('labels.list', { 'very many': () => get('labels', { limit: '100' }) }),
  ...casesOf('labels.create', {
    'among very many': () => post('labels', { name: `label ${performance.now()}` }),
  }),
  ...casesOf('labels.update', {
    'on very many tasks': (scene) =>
      patch(`labels/${widelyUsed(scene)}`, { name: `renamed ${performance.now()}` }),
  }),
  ...casesOf('labels.delete', {
    'on very many tasks': (scene) => remove(`labels/${widelyUsed(scene)}`),
  }),
];

const VIEWS: readonly StallCase[] = [
  ...casesOf('tasks.list', {
    'sorted, a filter that few match': () => get('tasks', { sort: 'due', blocked: 'true', limit: '100' }),
    'changed since the start': () => get('tasks', { updatedSince: '0', sort: 'updated', limit: '100' }),
  }),
  ...casesOf('views.list', { all: () => get('views', { limit: '100' }) }),
  ...casesOf('views.create', {
    'long filters': () => post('views', { name: 'v', query: { filters: { assigned: LONG_TITLE } } }),
  }),
  ...casesOf('views.get', { one: async (scene) => get(`views/${await addView(scene)}`) }),
  ...casesOf('views.update', {
    shared: async (scene) => patch(`views/${await addView(scene)}`, { shared: true }),
  }),
  ...casesOf('views.delete', { one: async (scene) => remove(`views/${await addView(scene)}`) }),
];

const addView = async ({ ask }: Scene): Promise<string> =>
  ((await ask(post('views', { name: 'A view' }))) as { id: string }).id;

const widelyUsed = ({ make, dataset: { tasks } }: Scene): string =>
  make((bulk) => addLabelTo(bulk, `wide-${bulk.newId()}`, tasks.spare.first, tasks.spare.last));

/** A project with very many tasks. */
const fullProject = ({ make, dataset: { tasks } }: Scene): string =>
  make((bulk) => {
    const id = addProject(bulk);
    moveTasks(bulk, id, tasks.spare.first, tasks.spare.last);
    return id;
  });

const PROJECTS: readonly StallCase[] = [
  ...casesOf('projects.list', {
    'descriptions of 400 kB': () => get('projects', { limit: '100' }),
    'of an initiative, deep': (scene) =>
      deep(scene, get('projects', { initiativeId: scene.dataset.initiative }), middle(scene)),
    'of an initiative and a status that it does not have': ({ dataset }) =>
      get('projects', { initiativeId: dataset.initiative, status: 'not_started', limit: '100' }),
  }),
  ...casesOf('projects.create', {
    'the longest of everything': ({ dataset }) =>
      post('projects', {
        title: LONG_TITLE,
        description: LONG_DESCRIPTION,
        initiativeId: dataset.initiative,
        goalId: dataset.goal,
      }),
  }),
  ...casesOf('projects.get', {
    'very many tasks': ({ dataset }) => get(`projects/${dataset.apart.project}`),
  }),
  ...casesOf('projects.update', {
    'very many tasks': ({ dataset }) =>
      patch(`projects/${dataset.apart.project}`, {
        description: LONG_DESCRIPTION,
        initiativeId: dataset.initiative,
        status: 'in_progress',
      }),
  }),
  ...casesOf('projects.archive', {
    'very many tasks': (scene) => post(`projects/${fullProject(scene)}/archive`),
  }),
  ...casesOf('projects.unarchive', {
    'very many tasks': async (scene) => {
      const id = fullProject(scene);
      await scene.ask(post(`projects/${id}/archive`));
      return post(`projects/${id}/unarchive`);
    },
  }),
  ...casesOf('projects.delete', {
    'very many tasks': (scene) => remove(`projects/${fullProject(scene)}`),
  }),
];

const middle = ({ dataset }: Scene): number => dataset.sizes.many / 2;

/** Gives all projects of the dataset that are alike another initiative or goal. */
const claimProjects = (bulk: Bulk, column: 'initiative_id' | 'goal_id', id: string): void =>
  bulk.run(
    `UPDATE projects SET ${column} = ? WHERE workspace_id = ? AND title = 'A project'`,
    id,
    bulk.workspaceId,
  );

const INITIATIVES: readonly StallCase[] = [
  ...casesOf('initiatives.list', {
    'descriptions of 400 kB': () => get('initiatives', { limit: '100' }),
    'very many, deep': (scene) => deep(scene, get('initiatives'), middle(scene)),
  }),
  ...casesOf('initiatives.create', {
    'the longest of everything': () =>
      post('initiatives', { name: LONG_TITLE, description: LONG_DESCRIPTION }),
  }),
  ...casesOf('initiatives.get', {
    'very many projects': ({ dataset }) => get(`initiatives/${dataset.initiative}`),
  }),
  ...casesOf('initiatives.update', {
    'very many projects': ({ dataset }) =>
      patch(`initiatives/${dataset.initiative}`, {
        description: LONG_DESCRIPTION,
        name: `I ${performance.now()}`,
      }),
  }),
  ...casesOf('initiatives.projects', {
    'descriptions of 400 kB': ({ dataset }) =>
      get(`initiatives/${dataset.longInitiative}/projects`, { limit: '100' }),
    'very many, deep': (scene) =>
      deep(scene, get(`initiatives/${scene.dataset.initiative}/projects`), middle(scene)),
  }),
  ...casesOf('initiatives.delete', {
    'very many projects': ({ make }) => {
      const id = make((bulk) => {
        const made = addInitiative(bulk);
        claimProjects(bulk, 'initiative_id', made);
        return made;
      });
      return remove(`initiatives/${id}`);
    },
    'very many goals': ({ make }) => {
      const id = make((bulk) => {
        const made = addInitiative(bulk);
        bulk.run(
          `UPDATE goals SET initiative_id = ? WHERE workspace_id = ? AND title = 'A goal'`,
          made,
          bulk.workspaceId,
        );
        return made;
      });
      return remove(`initiatives/${id}`);
    },
  }),
];

const GOALS: readonly StallCase[] = [
  ...casesOf('goals.list', {
    'descriptions and tests of 400 kB': () => get('goals', { limit: '100' }),
    'of an initiative in a status that it does not have': ({ dataset }) =>
      get('goals', { initiativeId: dataset.initiative, status: 'abandoned', archived: 'true', limit: '100' }),
    'very many, deep': (scene) => deep(scene, get('goals', { archived: 'true' }), middle(scene)),
  }),
  ...casesOf('goals.create', {
    'the longest of everything': ({ dataset }) =>
      post('goals', {
        title: LONG_TITLE,
        description: LONG_DESCRIPTION,
        test: LONG_DESCRIPTION,
        initiativeId: dataset.initiative,
      }),
  }),
  ...casesOf('goals.get', { 'very many verifications': ({ dataset }) => get(`goals/${dataset.goal}`) }),
  ...casesOf('goals.update', {
    'very many verifications': ({ dataset }) =>
      patch(`goals/${dataset.goal}`, {
        description: LONG_DESCRIPTION,
        test: LONG_DESCRIPTION,
        title: `Goal ${performance.now()}`,
      }),
  }),
  ...casesOf('goals.verify', {
    'very many verifications': ({ dataset }) =>
      post(`goals/${dataset.goal}/verify`, { passed: false, evidence: LONG_EVIDENCE }),
  }),
  ...casesOf('goals.verifications', {
    'evidence of 40 kB': ({ dataset }) => get(`goals/${dataset.longGoal}/verifications`, { limit: '100' }),
    'very many, deep': (scene) =>
      deep(scene, get(`goals/${scene.dataset.goal}/verifications`), middle(scene)),
  }),
  ...casesOf('goals.archive', {
    'very many projects': ({ dataset }) => post(`goals/${dataset.goal}/archive`),
  }),
  ...casesOf('goals.unarchive', {
    'very many projects': ({ dataset }) => post(`goals/${dataset.goal}/unarchive`),
  }),
  ...casesOf('goals.delete', {
    'very many projects': ({ make }) => {
      const id = make((bulk) => {
        const made = addGoal(bulk);
        claimProjects(bulk, 'goal_id', made);
        return made;
      });
      return remove(`goals/${id}`);
    },
    'very many verifications': ({ make, dataset }) => {
      const id = make((bulk) => {
        const made = addGoal(bulk);
        addVerifications(bulk, made, dataset.sizes.many);
        return made;
      });
      return remove(`goals/${id}`);
    },
  }),
];

export const PLANS: readonly StallCase[] = [...LABELS, ...VIEWS, ...PROJECTS, ...INITIATIVES, ...GOALS];
