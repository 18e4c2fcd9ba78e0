import { get, patch, post, remove } from '../request.ts';
import { addWebhook, ENDPOINT, NEVER } from '../seed/webhooks.ts';
import { casesOf, deep, type HouseworkCase, type Scene, type StallCase } from './case.ts';

/** A webhook with very many deliveries. */
const busy = ({ make, dataset }: Scene, enabled = false): string =>
  make((bulk) => addWebhook(bulk, { creator: dataset.admin.id, enabled, deliveries: dataset.sizes.many }));

/** A webhook with a single delivery. */
async function withDelivery(scene: Scene): Promise<string> {
  const id = scene.make((bulk) =>
    addWebhook(bulk, { creator: scene.dataset.admin.id, enabled: true, deliveries: 1 }),
  );
  const { data } = (await scene.ask(get(`webhooks/${id}/deliveries`))) as { data: { id: string }[] };
  return `webhooks/${id}/deliveries/${data[0]?.id}`;
}

/** Webhooks and their deliveries. */
export const WEBHOOKS: readonly StallCase[] = [
  ...casesOf('webhooks.create', {
    one: () => post('webhooks', { url: ENDPOINT, types: [NEVER], description: '日'.repeat(500) }),
  }),
  ...casesOf('webhooks.list', { 'of all': () => get('webhooks', { limit: '100' }) }),
  ...casesOf('webhooks.get', { one: (scene) => get(`webhooks/${busy(scene)}`) }),
  ...casesOf('webhooks.update', {
    'that has been sent very much': (scene) => patch(`webhooks/${busy(scene)}`, { description: 'x' }),
  }),
  ...casesOf('webhooks.delete', {
    'that has been sent very much': (scene) => remove(`webhooks/${busy(scene)}`),
  }),
  ...casesOf('webhooks.test', {
    'of one that has been sent very much': (scene) => post(`webhooks/${busy(scene)}/test`),
  }),
  ...casesOf('webhooks.rotate', { one: (scene) => post(`webhooks/${busy(scene)}/rotate`) }),
  ...casesOf('webhooks.deliveries', {
    'the first of very many': (scene) => get(`webhooks/${busy(scene)}/deliveries`, { limit: '100' }),
    'deep among very many': (scene) =>
      deep(scene, get(`webhooks/${busy(scene)}/deliveries`), scene.dataset.sizes.many / 2),
    'of a status that one in ten has': (scene) =>
      get(`webhooks/${busy(scene)}/deliveries`, { limit: '100', status: 'given_up' }),
    'of a status that none of very many has': (scene) =>
      get(`webhooks/${busy(scene)}/deliveries`, { limit: '100', status: 'failed' }),
  }),
  ...casesOf('webhooks.retry', { one: async (scene) => post(`${await withDelivery(scene)}/retry`) }),
  ...casesOf('webhooks.replay', {
    'of all that has happened, of which nothing is wanted': async (scene) => {
      const { cursor: after } = (await scene.ask(get('events', { limit: '1' }))) as { cursor: string };
      return post(`webhooks/${busy(scene, true)}/replay`, { after });
    },
  }),
];

const LONG_AGO_MS = 400 * 24 * 60 * 60_000;

export const CLEARING: readonly HouseworkCase[] = [
  {
    operation: '(housekeeping)',
    what: 'very many deliveries of a webhook that was deleted',
    prepare: ({ make, dataset }) =>
      make((bulk) =>
        addWebhook(bulk, {
          creator: dataset.admin.id,
          enabled: false,
          removed: true,
          deliveries: dataset.sizes.many,
        }),
      ),
  },
  {
    operation: '(housekeeping)',
    what: 'very many old deliveries',
    prepare: ({ make, dataset }) =>
      make((bulk) =>
        addWebhook(bulk, {
          creator: dataset.admin.id,
          enabled: false,
          at: Date.now() - LONG_AGO_MS,
          deliveries: dataset.sizes.many,
        }),
      ),
  },
];
