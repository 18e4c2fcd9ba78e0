import { by, get, patch, post, put, remove } from '../request.ts';
import { addEvent, notify } from '../seed/events.ts';
import { addComments, addTask, attachFiles } from '../seed/tasks.ts';
import { blockedBy } from '../seed/tasks-of-dataset.ts';
import { LONG_DESCRIPTION, LONG_TITLE } from '../seed/texts.ts';
import { casesOf, deep, type Scene, type StallCase } from './case.ts';

/** A new task of the admin; its number. */
const newTask = ({ make, dataset }: Scene, archived = false): number =>
  make((bulk) => addTask(bulk, dataset.admin.id, { archived }));

const FIFTY_TAGS = Array.from({ length: 50 }, (_, i) => `${i}`.padEnd(100, 'x'));
const labels = (prefix: string) => Array.from({ length: 50 }, (_, i) => `${prefix}-${i}`.slice(0, 40));

/** Moves a task that is todo or in progress, back or forth. */
async function moved({ ask }: Scene, number: number) {
  const { status } = (await ask(get(`tasks/${number}`))) as { status: string };
  const to = status === 'todo' ? 'in_progress' : 'todo';
  return post(`tasks/${number}/transition`, { to, reason: LONG_DESCRIPTION });
}

/** Moves 500 new tasks in one request. */
const movedInBulk = ({ make, dataset }: Scene, atomic: boolean) => {
  const numbers = make((bulk) => Array.from({ length: 500 }, () => addTask(bulk, dataset.admin.id)));
  const operations = numbers.map((task) => ({ op: 'transition', task, to: 'in_progress' }));
  return post('tasks/bulk', { atomic, operations });
};

const WRITING: readonly StallCase[] = [
  ...casesOf('tasks.create', {
    'the longest of everything': ({ dataset }) =>
      post('tasks', {
        title: LONG_TITLE,
        description: LONG_DESCRIPTION,
        assignedTo: dataset.apart.assignee,
        projectId: dataset.apart.project,
        tags: FIFTY_TAGS,
        labels: labels(`new-${performance.now()}`),
        createMissing: true,
      }),
  }),
  ...casesOf('tasks.put', {
    'the longest of everything': () =>
      put(`tasks/external/jira/${performance.now()}`, {
        title: LONG_TITLE,
        description: LONG_DESCRIPTION,
        tags: FIFTY_TAGS,
        labels: labels(`put-${performance.now()}`),
        createMissing: true,
        metadata: Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`key${i}`, 'x'.repeat(500)])),
      }),
  }),
  ...casesOf('tasks.get', {
    'a thousand relations with titles of 2 kB': ({ dataset }) => get(`tasks/${dataset.tasks.graph.first}`),
    'more relations than there may be': ({ dataset }) => get(`tasks/${dataset.tasks.overblocked}`),
  }),
  ...casesOf('tasks.update', {
    'a description of 400 kB for another': async (scene) => {
      const number = newTask(scene);
      await scene.ask(patch(`tasks/${number}`, { description: `${LONG_DESCRIPTION.slice(2)}!` }));
      return patch(`tasks/${number}`, { description: LONG_DESCRIPTION, tags: FIFTY_TAGS });
    },
    'fifty labels that are new, of a task in a graph': ({ dataset }) =>
      patch(`tasks/${dataset.tasks.graph.first}`, {
        labels: labels(`made-${performance.now()}`),
        createMissing: true,
        assignedTo: dataset.apart.assignee,
      }),
  }),
  ...casesOf('tasks.transition', {
    'as many subscribers as there may be': (scene) => moved(scene, scene.dataset.tasks.followed),
    'more subscribers than there may be': (scene) => moved(scene, scene.dataset.tasks.loaded),
    'a thousand relations': ({ dataset }) =>
      post(`tasks/${dataset.tasks.graph.last}/transition`, { to: 'todo' }),
  }),
  ...casesOf(
    'tasks.transition',
    {
      'as many open blockers as there may be, for a service': ({ dataset }) =>
        by(dataset.host, post(`tasks/${dataset.tasks.blocked}/transition`, { to: 'in_progress' })),
      'more open blockers than there may be, for a service': ({ dataset }) =>
        by(dataset.host, post(`tasks/${dataset.tasks.overblocked}/transition`, { to: 'in_progress' })),
    },
    422,
  ),
  ...casesOf('tasks.split', {
    'a hundred sub-tasks': (scene) =>
      post(`tasks/${newTask(scene)}/children`, {
        tasks: Array.from({ length: 100 }, () => ({ title: LONG_TITLE, tags: FIFTY_TAGS })),
      }),
  }),
  ...casesOf('tasks.bulk', {
    '500 transitions': (scene) => movedInBulk(scene, false),
    '500 transitions, all or none': (scene) => movedInBulk(scene, true),
  }),
  ...casesOf('tasks.archive', {
    'a thousand relations': ({ dataset }) => post(`tasks/${dataset.tasks.graph.first + 1}/archive`),
    'very many comments, events and subscribers': ({ dataset }) =>
      post(`tasks/${dataset.tasks.loaded}/archive`),
  }),
  ...casesOf('tasks.unarchive', {
    'very many comments, events and subscribers': async ({ dataset, ask }) => {
      await ask(post(`tasks/${dataset.tasks.loaded}/archive`));
      return post(`tasks/${dataset.tasks.loaded}/unarchive`);
    },
  }),
];

/** A task that is archived and has very many of something. */
const laden = (
  scene: Scene,
  fill: (bulk: Parameters<Parameters<Scene['make']>[0]>[0], number: number) => void,
) => {
  const number = newTask(scene, true);
  scene.make((bulk) => fill(bulk, number));
  return remove(`tasks/${number}`);
};

const DELETING: readonly StallCase[] = casesOf('tasks.delete', {
  'nothing on it': (scene) => laden(scene, () => undefined),
  'very many comments': (scene) =>
    laden(scene, (bulk, number) =>
      addComments(bulk, number, scene.dataset.admin.id, scene.dataset.sizes.many, 'Me too'),
    ),
  'very many notifications': (scene) =>
    laden(scene, (bulk, number) => {
      const { listener, admin, sizes } = scene.dataset;
      for (let i = 0; i < sizes.many / 2; i++)
        notify(bulk, { number, members: [listener.id, admin.id], actor: admin.id });
    }),
  'very many events': (scene) =>
    laden(scene, (bulk, number) => {
      const { admin, sizes } = scene.dataset;
      const task = { id: String(number), title: 'A task' };
      for (let i = 0; i < sizes.many; i++)
        addEvent(bulk, { actor: admin.id, actorType: 'human', task, action: 'updated' });
    }),
  'very many attachments': (scene) =>
    laden(scene, (bulk, number) =>
      attachFiles(bulk, number, scene.dataset.admin.id, scene.dataset.sizes.many),
    ),
  'very many subscribers': (scene) =>
    laden(scene, (bulk, number) =>
      bulk.run(
        `INSERT INTO subscriptions (workspace_id, number, member_id)
         SELECT workspace_id, ?, id FROM members WHERE workspace_id = ?`,
        number,
        bulk.workspaceId,
      ),
    ),
  'more relations than there may be': ({ make, dataset }) => {
    const number = make((bulk) => {
      const blocked = blockedBy(bulk, dataset.admin.id, dataset.tasks.spare);
      bulk.run(
        'UPDATE tasks SET archived = 1 WHERE workspace_id = ? AND number = ?',
        bulk.workspaceId,
        blocked,
      );
      return blocked;
    });
    return remove(`tasks/${number}`);
  },
});

const RELATING: readonly StallCase[] = [
  ...casesOf(
    'tasks.relate',
    {
      'would close a very long circle': ({ dataset: { tasks } }) =>
        post(`tasks/${tasks.spare.last}/relations`, { type: 'blocks', taskNumber: tasks.spare.first }),
      'would close a circle through a dense graph': ({ dataset: { tasks } }) =>
        post(`tasks/${tasks.graph.last}/relations`, { type: 'blocks', taskNumber: tasks.graph.first }),
    },
    409,
  ),
  ...casesOf('tasks.relate', {
    'a very long chain ahead': (scene) =>
      post(`tasks/${newTask(scene)}/relations`, {
        type: 'blocks',
        taskNumber: scene.dataset.tasks.spare.first,
      }),
    'a dense graph ahead': (scene) =>
      post(`tasks/${newTask(scene)}/relations`, {
        type: 'blocks',
        taskNumber: scene.dataset.tasks.graph.first + 1,
      }),
  }),
  ...casesOf('tasks.unrelate', {
    'from a task with a thousand': async ({ dataset, ask }) => {
      const { relations } = (await ask(get(`tasks/${dataset.tasks.graph.first + 2}`))) as {
        relations: { id: string }[];
      };
      return remove(`tasks/${dataset.tasks.graph.first + 2}/relations/${relations[0]?.id}`);
    },
  }),
];

/** The first comment on the task that has very many. */
async function oneComment({ dataset, ask }: Scene): Promise<string> {
  const { data } = (await ask(get(`tasks/${dataset.tasks.loaded}/comments`, { limit: '1' }))) as {
    data: { id: string }[];
  };
  return `tasks/${dataset.tasks.loaded}/comments/${data[0]?.id}`;
}

const COMMENTING: readonly StallCase[] = [
  ...casesOf('tasks.comments', {
    'comments of 400 kB': ({ dataset }) =>
      get(`tasks/${dataset.tasks.longComments}/comments`, { limit: '100' }),
    'very many, deep': (scene) => {
      const { loaded } = scene.dataset.tasks;
      return deep(scene, get(`tasks/${loaded}/comments`), scene.dataset.sizes.many / 2, 'asc');
    },
  }),
  ...casesOf('tasks.comment', {
    '400 kB where there are very many': ({ dataset }) =>
      post(`tasks/${dataset.tasks.loaded}/comments`, { body: LONG_DESCRIPTION }),
  }),
  ...casesOf('tasks.editComment', {
    '400 kB where there are very many': async (scene) =>
      patch(await oneComment(scene), { body: LONG_DESCRIPTION }),
  }),
  ...casesOf('tasks.deleteComment', {
    'where there are very many': async (scene) => remove(await oneComment(scene)),
  }),
];

/** A task with very many files. */
const filed = ({ make, dataset }: Scene): number =>
  make((bulk) => {
    const number = addTask(bulk, dataset.admin.id);
    attachFiles(bulk, number, dataset.admin.id, dataset.sizes.many);
    return number;
  });

async function oneFile(scene: Scene) {
  const number = filed(scene);
  const { data } = (await scene.ask(get(`tasks/${number}/attachments`))) as {
    data: { id: string; fileId: string }[];
  };
  return { number, id: data[0]?.id, fileId: data[0]?.fileId };
}

const ATTACHING: readonly StallCase[] = [
  ...casesOf('tasks.attachments', {
    'very many': (scene) => get(`tasks/${filed(scene)}/attachments`, { limit: '100' }),
  }),
  ...casesOf('tasks.attach', {
    'a file of another task': async (scene) => {
      const { fileId } = await oneFile(scene);
      return post(`tasks/${newTask(scene)}/attachments`, { fileId });
    },
  }),
  ...casesOf(
    'tasks.attach',
    {
      'a file that is in very many chats of another': ({ dataset }) =>
        post(`tasks/${dataset.tasks.loaded}/attachments`, { fileId: dataset.file }),
    },
    400,
  ),
  ...casesOf('tasks.detach', {
    'where there are very many': async (scene) => {
      const { number, id } = await oneFile(scene);
      return remove(`tasks/${number}/attachments/${id}`);
    },
  }),
];

const FOLLOWING: readonly StallCase[] = [
  ...casesOf('tasks.subscription', {
    'of very many': ({ dataset }) => get(`tasks/${dataset.tasks.loaded}/subscription`),
  }),
  ...casesOf('tasks.subscribe', {
    'a task with as many subscribers as there may be': ({ dataset }) =>
      put(`tasks/${dataset.tasks.followed}/subscription`),
  }),
  ...casesOf(
    'tasks.subscribe',
    {
      'a task with more subscribers than there may be': ({ dataset }) =>
        put(`tasks/${dataset.tasks.loaded}/subscription`),
    },
    [204, 409],
  ),
  ...casesOf('tasks.unsubscribe', {
    'a task with as many subscribers as there may be': ({ dataset }) =>
      remove(`tasks/${dataset.tasks.followed}/subscription`),
  }),
  ...casesOf('tasks.activity', {
    'entries of 800 kB, from before they were cut': ({ dataset }) =>
      get(`tasks/${dataset.tasks.longEvents}/activity`, { limit: '100' }),
    'very many, deep': async (scene) => {
      const number = newTask(scene);
      const { id } = (await scene.ask(get(`tasks/${number}`))) as { id: string };
      scene.make((bulk) => {
        const task = { id, title: 'A task' };
        for (let i = 0; i < scene.dataset.sizes.many; i++) {
          addEvent(bulk, { actor: scene.dataset.admin.id, actorType: 'human', task, action: 'updated' });
        }
      });
      return deep(scene, get(`tasks/${number}/activity`), scene.dataset.sizes.many / 2);
    },
  }),
];

export const TASKS: readonly StallCase[] = [
  ...WRITING,
  ...DELETING,
  ...RELATING,
  ...COMMENTING,
  ...ATTACHING,
  ...FOLLOWING,
];
