import { get } from '../request.ts';
import { addEvent } from '../seed/events.ts';
import { addTask } from '../seed/tasks.ts';
import { casesOf, type HouseworkCase, type Scene, type StallCase } from './case.ts';

const LONG_AGO_MS = 400 * 24 * 60 * 60_000;

/** Adds events of a task that no activity shows. */
function addHidden({ make, dataset }: Pick<Scene, 'make' | 'dataset'>, id: string, agent: string): void {
  make((bulk) => {
    const task = { id, title: 'A task' };
    for (let i = 0; i < dataset.sizes.many; i++) {
      addEvent(bulk, { actor: agent, actorType: 'agent', task, action: i % 2 ? 'claimed' : 'released' });
    }
  });
}

/** A new task with very many events that its activity does not show. */
async function crowded(scene: Scene, agent: string): Promise<string> {
  const number = scene.make((bulk) => addTask(bulk, scene.dataset.admin.id));
  const { id } = (await scene.ask(get(`tasks/${number}`))) as { id: string };
  addHidden(scene, id, agent);
  return id;
}

/** The position of the first event that is kept. */
const first = async ({ ask }: Scene): Promise<string> =>
  ((await ask(get('events', { limit: '1' }))) as { cursor: string }).cursor;

const NOTHING = 'webhook.created';

/** The event feed and the stream. */
export const EVENTS: readonly StallCase[] = [
  ...casesOf('events.list', {
    'the first of very many': () => get('events', { limit: '100' }),
    'types that none of very many is of': () => get('events', { limit: '100', types: NOTHING }),
    'types that none is of, of an entity with very many': async (scene) =>
      get('events', {
        entity: `task:${await crowded(scene, scene.dataset.idle)}`,
        types: 'task.archived',
        limit: '100',
      }),
    'an entity with very many': async (scene) =>
      get('events', { entity: `task:${await crowded(scene, scene.dataset.idle)}`, limit: '100' }),
    'values of 800 kB, from before they were cut': async (scene) => {
      const { id } = (await scene.ask(get(`tasks/${scene.dataset.tasks.longEvents}`))) as { id: string };
      return get('events', { entity: `task:${id}`, limit: '100' });
    },
  }),
  ...casesOf('events.stream', {
    'from behind very many': async (scene) => get('events/stream', { after: await first(scene) }),
    'from behind very many, of which none is wanted': async (scene) =>
      get('events/stream', { after: await first(scene), types: NOTHING }),
    'of one entity, from behind very many': async (scene) =>
      get('events/stream', {
        after: await first(scene),
        entity: `task:${await crowded(scene, scene.dataset.idle)}`,
      }),
  }),
  ...casesOf('tasks.activity', {
    'beside very much that it does not show': async (scene) =>
      get(`tasks/${await crowded(scene, scene.dataset.idle)}/activity`, { limit: '100' }),
  }),
  ...casesOf('agents.activity', {
    'beside very much that it does not show': async (scene) => {
      await crowded(scene, scene.dataset.idle);
      return get(`agents/${scene.dataset.idle}/activity`, { limit: '100' });
    },
  }),
];

export const FORGETTING: HouseworkCase = {
  operation: '(housekeeping)',
  what: 'very many old events, most of which no activity shows',
  prepare: (scene) => {
    addHidden(scene, 'gone', scene.dataset.idle);
    scene.make((bulk) => {
      const then = Date.now() - LONG_AGO_MS;
      bulk.run('UPDATE events SET created_at = ? WHERE workspace_id = ?', then, bulk.workspaceId);
    });
  },
};
