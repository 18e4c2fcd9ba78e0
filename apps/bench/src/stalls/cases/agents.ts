import { by, get, patch, post, put, remove } from '../request.ts';
import { addChat } from '../seed/chats.ts';
import { addAgent, addTelemetry } from '../seed/members.ts';
import { assign } from '../seed/tasks.ts';
import { LONG_TITLE } from '../seed/texts.ts';
import { casesOf, deep, type Scene, type StallCase } from './case.ts';

/** As many sessions as one body may hold. */
const SESSIONS = Array.from({ length: 1_000 }, (_, i) => ({
  key: `session-${i}`.padEnd(200, 'x'),
  kind: 'main'.padEnd(200, 'x'),
  label: 'label'.padEnd(200, 'x'),
  displayName: 'Main'.padEnd(200, 'x'),
  model: 'any',
  contextTokens: 1,
  contextLimit: 2,
  lastActivity: 0,
}));

const POINT = { status: 'working', model: 'any', contextTokens: 1, contextLimit: 2, activeSessions: 1 };

const newAgent = ({ make }: Scene): string => make((bulk) => addAgent(bulk));

const uniqueName = (): string => `agent-${performance.now()}`.replace('.', '-');

const READING: readonly StallCase[] = [
  ...casesOf('agents.list', {
    'very many': () => get('agents', { limit: '100', status: 'idle' }),
    'very many, deep': (scene) => deep(scene, get('agents'), scene.dataset.sizes.many / 2),
  }),
  ...casesOf('agents.get', {
    'very much activity': ({ dataset }) => get(`agents/${dataset.busy}`),
  }),
  ...casesOf('agents.sessions', {
    'a thousand': async (scene) => {
      const id = newAgent(scene);
      await scene.ask(by(scene.dataset.host, put(`agents/${id}/sessions`, { sessions: SESSIONS })));
      return get(`agents/${id}/sessions`);
    },
  }),
  ...casesOf('agents.activity', {
    'entries of 800 kB, from before they were cut': ({ dataset }) =>
      get(`agents/${dataset.wordy}/activity`, { limit: '100' }),
    'very many, deep': (scene) =>
      deep(scene, get(`agents/${scene.dataset.busy}/activity`), scene.dataset.sizes.tasks / 2),
    none: ({ dataset }) => get(`agents/${dataset.idle}/activity`, { limit: '100' }),
  }),
  ...casesOf('agents.telemetry', {
    'the latest of very many': ({ dataset }) => get(`agents/${dataset.busy}/telemetry`),
    'very many, deep': (scene) =>
      deep(
        scene,
        get(`agents/${scene.dataset.busy}/telemetry`, { history: 'true' }),
        scene.dataset.sizes.many / 2,
      ),
  }),
];

const WRITING: readonly StallCase[] = [
  ...casesOf('agents.create', {
    'the longest of everything': () =>
      post('agents', {
        name: uniqueName(),
        displayName: LONG_TITLE,
        emoji: '🪨',
        model: LONG_TITLE,
        title: LONG_TITLE,
      }),
  }),
  ...casesOf('agents.update', {
    'reports to the bottom of as long a chain as may be': (scene) =>
      patch(`agents/${newAgent(scene)}`, { reportsTo: scene.dataset.chain.lowestAllowed }),
  }),
  ...casesOf(
    'agents.update',
    {
      'reports to the bottom of a longer chain than may be': (scene) =>
        patch(`agents/${newAgent(scene)}`, { reportsTo: scene.dataset.chain.bottom }),
    },
    [200, 400],
  ),
  ...casesOf(
    'agents.update',
    {
      'would close a very long circle of reports': ({ dataset: { chain } }) =>
        patch(`agents/${chain.top}`, { reportsTo: chain.bottom }),
    },
    400,
  ),
  ...casesOf('agents.pushSessions', {
    'a thousand for a thousand': async (scene) => {
      const id = newAgent(scene);
      const push = by(scene.dataset.host, put(`agents/${id}/sessions`, { sessions: SESSIONS }));
      await scene.ask(push);
      return push;
    },
  }),
  ...casesOf('agents.pushTelemetry', {
    'after very many': ({ dataset }) =>
      by(
        dataset.host,
        post(`agents/${dataset.busy}/telemetry`, {
          ...POINT,
          usage: Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`metric ${i}`, i])),
        }),
      ),
  }),
];

const DELETING: readonly StallCase[] = casesOf('agents.delete', {
  'very many turns in its queue': ({ make, dataset }) => {
    const id = make((bulk) => {
      const agent = addAgent(bulk);
      for (let i = 0; i < dataset.sizes.many; i++) {
        addChat(bulk, { person: dataset.listener.id, agent, asked: 1, last: 'queued' });
      }
      return agent;
    });
    return remove(`agents/${id}`);
  },
  'very many open tasks and subscriptions': ({ make, dataset }) => {
    const id = make((bulk) => {
      const agent = addAgent(bulk);
      assign(bulk, agent, dataset.tasks.spare.first, dataset.tasks.spare.last);
      return agent;
    });
    return remove(`agents/${id}`);
  },
  'very much telemetry': ({ make, dataset }) => {
    const id = make((bulk) => {
      const agent = addAgent(bulk);
      addTelemetry(bulk, agent, dataset.sizes.many);
      return agent;
    });
    return remove(`agents/${id}`);
  },
  'very many agents report to it': ({ make, dataset }) => {
    const id = make((bulk) => {
      const agent = addAgent(bulk);
      for (let i = 0; i < dataset.sizes.many; i++) addAgent(bulk, { reportsTo: agent });
      return agent;
    });
    return remove(`agents/${id}`);
  },
});

export const AGENTS: readonly StallCase[] = [...READING, ...WRITING, ...DELETING];
