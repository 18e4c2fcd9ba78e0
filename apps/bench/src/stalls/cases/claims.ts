import { by, post } from '../request.ts';
import { casesOf, type Scene, type StallCase } from './case.ts';

interface Held {
  readonly number: number;
  readonly token: string;
}

const newAgent = async ({ ask }: Scene): Promise<string> => {
  const name = `claimer-${performance.now()}`.replace('.', '-');
  const { id } = (await ask(post('agents', { name, displayName: name, emoji: '🐝', model: 'any' }))) as {
    id: string;
  };
  return id;
};

/** A new task that a new agent holds. */
export async function held(scene: Scene, criteria: readonly object[] = []): Promise<Held> {
  const agentId = await newAgent(scene);
  const { taskNumber } = (await scene.ask(post('tasks', { title: 'Claimed', criteria }))) as {
    taskNumber: number;
  };
  const briefing = (await scene.ask(
    by(scene.dataset.host, post(`tasks/${taskNumber}/claim`, { agentId })),
  )) as { lease: { token: string } };
  return { number: taskNumber, token: briefing.lease.token };
}

/** Claims of tasks: the next ready one, and a run's requests for a claimed one. */
export const CLAIMS: readonly StallCase[] = [
  ...casesOf('claims.next', {
    'the next of all tasks': async (scene) =>
      by(scene.dataset.host, post('tasks/claim', { agentId: await newAgent(scene) })),
    'a priority that hardly any has, and a label that none has': async (scene) =>
      by(
        scene.dataset.host,
        post('tasks/claim', { agentId: await newAgent(scene), priority: ['p0'], labels: ['none'] }),
      ),
  }),
  ...casesOf('work.next', {
    'no turn, and the next of all tasks': async (scene) =>
      by(scene.dataset.host, post(`agents/${await newAgent(scene)}/work`, {})),
    'the first of very many turns': ({ dataset }) =>
      by(dataset.queued, post(`agents/${dataset.queued.id}/work`, {})),
  }),
  ...casesOf('claims.claim', {
    'one of all tasks': async (scene) => {
      const agentId = await newAgent(scene);
      const { taskNumber } = (await scene.ask(post('tasks', { title: 'A' }))) as { taskNumber: number };
      return by(scene.dataset.host, post(`tasks/${taskNumber}/claim`, { agentId }));
    },
  }),
  ...casesOf('claims.heartbeat', {
    'with the longest texts': async (scene) => {
      const { number, token } = await held(scene);
      const progress = { note: '日'.repeat(2_000), percent: 50 };
      const usage = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`${i}`.padEnd(100, '日'), 0.1]));
      const body = { token, progress, checkpoint: '日'.repeat(10_000), usage };
      return by(scene.dataset.host, post(`tasks/${number}/claim/heartbeat`, body));
    },
  }),
  ...casesOf('claims.release', {
    'of one': async (scene) => {
      const { number, token } = await held(scene);
      return by(scene.dataset.host, post(`tasks/${number}/claim/release`, { token, declined: true }));
    },
  }),
  ...casesOf('agents.stop', {
    'that holds nothing': async (scene) => post(`agents/${await newAgent(scene)}/stop`),
  }),
];
