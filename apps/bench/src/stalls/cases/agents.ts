import { by, get, patch, post, put, remove } from '../request.ts';
import { chatAdder } from '../seed/chats.ts';
import { addTelemetry, agentAdder } from '../seed/members.ts';
import { assign } from '../seed/tasks.ts';
import { LONG_TITLE } from '../seed/texts.ts';
import { casesOf, deep, type Scene, type StallCase } from './case.ts';

/** As much as one body holds of what is pushed. */
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

const newAgent = ({ make }: Scene): string => make((bulk) => agentAdder(bulk)({}));

const uniqueName = (): string => `agent-${performance.now()}`.replace('.', '-');

const READING: readonly StallCase[] = [
  ...casesOf('agents.list', {
    'very many': () => get('agents', { limit: '100', status: 'idle' }),
    'very many, deep': (scene) => deep(scene, get('agents'), scene.estate.sizes.many / 2),
  }),
  ...casesOf('agents.get', {
    'very much activity': ({ estate }) => get(`agents/${estate.busy}`),
  }),
  ...casesOf('agents.sessions', {
    'a thousand': async (scene) => {
      const id = newAgent(scene);
      await scene.ask(by(scene.estate.host, put(`agents/${id}/sessions`, { sessions: SESSIONS })));
      return get(`agents/${id}/sessions`);
    },
  }),
  ...casesOf('agents.activity', {
    'entries of 800 kB, from before they were cut': ({ estate }) =>
      get(`agents/${estate.wordy}/activity`, { limit: '100' }),
    'very many, deep': (scene) =>
      deep(scene, get(`agents/${scene.estate.busy}/activity`), scene.estate.sizes.tasks / 2),
    none: ({ estate }) => get(`agents/${estate.idle}/activity`, { limit: '100' }),
  }),
  ...casesOf('agents.telemetry', {
    'the latest of very many': ({ estate }) => get(`agents/${estate.busy}/telemetry`),
    'very many, deep': (scene) =>
      deep(
        scene,
        get(`agents/${scene.estate.busy}/telemetry`, { history: 'true' }),
        scene.estate.sizes.many / 2,
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
      patch(`agents/${newAgent(scene)}`, { reportsTo: scene.estate.chain.lowestAllowed }),
  }),
  ...casesOf(
    'agents.update',
    {
      'reports to the bottom of a longer chain than may be': (scene) =>
        patch(`agents/${newAgent(scene)}`, { reportsTo: scene.estate.chain.bottom }),
    },
    [200, 400],
  ),
  ...casesOf(
    'agents.update',
    {
      'would close a very long circle of reports': ({ estate: { chain } }) =>
        patch(`agents/${chain.top}`, { reportsTo: chain.bottom }),
    },
    400,
  ),
  ...casesOf('agents.pushSessions', {
    'a thousand for a thousand': async (scene) => {
      const id = newAgent(scene);
      const push = by(scene.estate.host, put(`agents/${id}/sessions`, { sessions: SESSIONS }));
      await scene.ask(push);
      return push;
    },
  }),
  ...casesOf('agents.pushTelemetry', {
    'after very many': ({ estate }) =>
      by(
        estate.host,
        post(`agents/${estate.busy}/telemetry`, {
          ...POINT,
          usage: Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`metric ${i}`, i])),
        }),
      ),
  }),
];

const DELETING: readonly StallCase[] = casesOf('agents.delete', {
  'very many turns in its queue': ({ make, estate }) => {
    const id = make((bulk) => {
      const agent = agentAdder(bulk)({});
      const add = chatAdder(bulk);
      for (let i = 0; i < estate.sizes.many; i++) {
        add({ person: estate.listener.id, agent, asked: 1, last: 'queued' });
      }
      return agent;
    });
    return remove(`agents/${id}`);
  },
  'very many open tasks and subscriptions': ({ make, estate }) => {
    const id = make((bulk) => {
      const agent = agentAdder(bulk)({});
      assign(bulk, agent, estate.tasks.spare.first, estate.tasks.spare.last);
      return agent;
    });
    return remove(`agents/${id}`);
  },
  'very much telemetry': ({ make, estate }) => {
    const id = make((bulk) => {
      const agent = agentAdder(bulk)({});
      addTelemetry(bulk, agent, estate.sizes.many);
      return agent;
    });
    return remove(`agents/${id}`);
  },
  'very many agents report to it': ({ make, estate }) => {
    const id = make((bulk) => {
      const agent = agentAdder(bulk)({});
      const add = agentAdder(bulk);
      for (let i = 0; i < estate.sizes.many; i++) add({ reportsTo: agent });
      return agent;
    });
    return remove(`agents/${id}`);
  },
});

export const AGENTS: readonly StallCase[] = [...READING, ...WRITING, ...DELETING];
