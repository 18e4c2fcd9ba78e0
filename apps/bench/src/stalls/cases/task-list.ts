import { tagNamed } from '../../population.ts';
import { get, remove, strictly } from '../request.ts';
import { addPerson } from '../seed/members.ts';
import { addProject } from '../seed/plans.ts';
import { assign, moveTasks } from '../seed/tasks.ts';
import { casesOf, deep, type Scene, type StallCase } from './case.ts';

const page = (query: Readonly<Record<string, string>>) => get('tasks', { limit: '100', ...query });

/** Positions of the list are the numbers of tasks. */
const half = ({ dataset }: Scene) => Math.round(dataset.sizes.tasks / 2);

const TWENTY_TAGS = Array.from({ length: 20 }, (_, i) => tagNamed(i)).join();

const counts = (query: Readonly<Record<string, string>>) => get('tasks/counts', query);

export const TASK_LIST: readonly StallCase[] = [
  ...casesOf('tasks.counts', {
    'no filter': () => counts({}),
    'one filter': ({ dataset: { apart } }) => counts({ assigned: apart.assignee }),
    'label and assignee that hardly meet': ({ dataset: { apart } }) =>
      counts({ label: apart.label, assigned: apart.assignee }),
    'no project, archived too': () => counts({ project: 'none', archived: 'true' }),
    'words and filters that hardly meet': ({ dataset: { apart } }) =>
      counts({ q: 'task', createdBy: apart.creator, blocked: 'true' }),
  }),
  ...casesOf('tasks.list', {
    'no filter, deep': (scene) => deep(scene, get('tasks'), half(scene)),
    'descriptions of 400 kB': () => page({}),
    'a thousand closed blockers each': ({ dataset }) => page({ projectId: dataset.tasks.graph.project }),
    'tag and creator that hardly meet': ({ dataset: { apart } }) =>
      page({ tags: apart.tag, createdBy: apart.creator }),
    'label and assignee that hardly meet': ({ dataset: { apart } }) =>
      page({ label: apart.label, assigned: apart.assignee }),
    'tag and label that hardly meet': ({ dataset: { apart } }) =>
      page({ tags: apart.tag, label: apart.label }),
    'project and creator that hardly meet': ({ dataset: { apart } }) =>
      page({ projectId: apart.project, createdBy: apart.creator }),
    'assignee and project that hardly meet': ({ dataset: { apart } }) =>
      page({ assigned: apart.assignee, projectId: apart.project }),
    'priority and effort that never meet': () => page({ priority: 'p1', effort: 'm' }),
    'priority and effort that never meet, archived too': () =>
      page({ priority: 'p1', effort: 'm', archived: 'true' }),
    'three filters that meet only in pairs': ({ dataset: { pairwise } }) =>
      page({ tags: pairwise.tag, label: pairwise.label, effort: pairwise.effort }),
    'three filters that hardly meet, with a status': ({ dataset: { apart } }) =>
      page({ tags: apart.tag, createdBy: apart.creator, assigned: apart.assignee, status: 'todo,backlog' }),
    'every filter at once': ({ dataset: { apart } }) =>
      page({
        status: 'todo,done,backlog',
        priority: 'p1,p2,p3',
        effort: 's,m,l',
        assigned: apart.assignee,
        projectId: apart.project,
        tags: `${apart.tag},backend`,
        label: apart.label,
        createdBy: apart.creator,
        archived: 'true',
      }),
    'in manual order': () => page({ sort: 'rank' }),
    'in manual order, filters that hardly meet': ({ dataset: { apart } }) =>
      page({ sort: 'rank', tags: apart.tag, createdBy: apart.creator }),
    'sixteen words': () => page({ q: 'a b c d e f g h i j k l m n o p', archived: 'true' }),
    'words and filters that hardly meet': ({ dataset: { apart } }) =>
      page({ q: 'task', createdBy: apart.creator, assigned: apart.assignee, blocked: 'true' }),
    'a word of very many titles, sorted': () => page({ q: 't', sort: 'due' }),
    'words and filters that hardly meet, sorted': ({ dataset: { apart } }) =>
      page({ q: 'task', sort: 'updated', createdBy: apart.creator, blocked: 'true' }),
    'twenty tags in every status': () => page({ tags: TWENTY_TAGS, archived: 'true' }),
    'twenty tags and a creator that hardly meet': ({ dataset: { apart } }) =>
      page({ tags: `${apart.tag},x1,x2,x3,x4,x5,x6,x7,x8,x9`, createdBy: apart.creator, archived: 'true' }),
    'unassigned and a creator, deep': (scene) =>
      deep(
        scene,
        get('tasks', { assigned: 'unassigned', createdBy: scene.dataset.apart.creator }),
        half(scene),
      ),
    'assigned to a name that many removed members had': ({ dataset }) =>
      page({ assigned: dataset.formerName }),
    'created by a name that many removed members had': ({ dataset }) =>
      page({ createdBy: dataset.formerName }),
    'unassigned, right after a member with very many was removed': async ({ make, ask, dataset }) => {
      const member = make((bulk) => {
        const made = addPerson(bulk);
        assign(bulk, made, dataset.tasks.spare.first, dataset.tasks.spare.last);
        return made;
      });
      await ask(remove(`members/${member}`));
      return page({ assigned: 'unassigned', effort: 'xl', createdBy: dataset.apart.creator });
    },
    'of a project, right after it was deleted with very many': async ({ make, ask, dataset }) => {
      const project = make((bulk) => {
        const made = addProject(bulk);
        moveTasks(bulk, made, dataset.tasks.spare.first, dataset.tasks.spare.last);
        return made;
      });
      await ask(remove(`projects/${project}`));
      return page({ projectId: project });
    },
  }),
  ...casesOf('search.find', {
    'a word that very many titles begin with': () => get('search', { q: 't', limit: '100' }),
    'two such words': () => get('search', { q: 'task ta', limit: '100' }),
    'a letter': () => get('search', { q: 'a', limit: '100', archived: 'true' }),
    'words of which no text has both': () => get('search', { q: 'task nowhere', limit: '100' }),
    'a word that nothing has': () => get('search', { q: 'xyzzy', limit: '100' }),
    'sixteen words': () => get('search', { q: 'a b c d e f g h i j k l m n o p', limit: '100' }),
  }),
  ...casesOf(
    'tasks.list',
    {
      'a query of unknown names, strict': () =>
        strictly(get('tasks', Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`statux${i}`, ''])))),
    },
    400,
  ),
  ...casesOf('projects.tasks', {
    'a priority that its tasks hardly have': ({ dataset }) =>
      get(`projects/${dataset.apart.project}/tasks`, { limit: '100', priority: 'p0' }),
    'a priority and statuses, deep': (scene) =>
      deep(
        scene,
        get(`projects/${scene.dataset.apart.project}/tasks`, { priority: 'p1,p2', status: 'todo,done' }),
        half(scene),
      ),
    'titles of 2 kB': ({ dataset }) => get(`projects/${dataset.tasks.graph.project}/tasks`, { limit: '100' }),
  }),
];
