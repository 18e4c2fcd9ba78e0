import { by, get, post } from '../request.ts';
import { casesOf, type Scene, type StallCase } from './case.ts';

const LONGEST = Array.from({ length: 50 }, (_, i) => ({
  text: `${i} ${'日'.repeat(490)}`,
  check: { command: '日'.repeat(2_000) },
}));

interface Verifying {
  readonly number: number;
  /** The newest pending one. */
  readonly id: string;
  readonly key: { readonly secret: string };
}

/** A task with the maximum number of checks, whose result a new verifier can verify. */
async function requested({ ask, dataset }: Scene): Promise<Verifying> {
  const name = `verifier-${performance.now()}`.replace('.', '-');
  const agent = { name, displayName: name, emoji: '🦉', model: 'any' };
  const { id: memberId } = (await ask(post('agents', agent))) as { id: string };
  await ask({ ...post(`agents/${memberId}`, { verifier: true }), method: 'PATCH' });
  const newKey = { name, kind: 'agent', memberId, scopes: ['full'] };
  const key = (await ask(post('keys', newKey))) as { secret: string };
  const { id: authorId } = (await ask(post('agents', { ...agent, name: `${name}-author` }))) as {
    id: string;
  };
  const task = { title: 'To verify', assignedTo: authorId, criteria: LONGEST };
  const { taskNumber: number } = (await ask(post('tasks', task))) as { taskNumber: number };
  const briefing = (await ask(by(dataset.host, post(`tasks/${number}/claim`, { agentId: authorId })))) as {
    lease: { token: string };
  };
  const artifact = {
    kind: 'git',
    repository: 'https://git.example.org/a.git',
    commit: 'a'.repeat(40),
  };
  const result = { token: briefing.lease.token, outcome: 'succeeded', summary: 'Done', artifact };
  await ask(by(dataset.host, post(`tasks/${number}/results`, result)));
  const { data } = (await ask(get(`tasks/${number}/verifications`))) as { data: { id: string }[] };
  return { number, id: data[0]?.id ?? '', key };
}

const claimed = async (scene: Scene): Promise<Verifying & { readonly token: string }> => {
  const verifying = await requested(scene);
  const { lease } = (await scene.ask(by(verifying.key, post(`verifications/${verifying.id}/claim`, {})))) as {
    lease: { token: string };
  };
  return { ...verifying, token: lease.token };
};

const report = (token: string) => ({
  token,
  outcome: 'failed',
  exitCode: 1,
  output: '日'.repeat(200_000),
  durationMs: 1,
  files: Array.from({ length: 100 }, () => '日'.repeat(1_000)),
});

/** Runs of checks, and lists of them. */
export const VERIFICATIONS: readonly StallCase[] = [
  ...casesOf('verifications.next', {
    'the next of all': async (scene) => by((await requested(scene)).key, post('verifications/claim', {})),
  }),
  ...casesOf('verifications.claim', {
    'one of fifty': async (scene) => {
      const { id, key } = await requested(scene);
      return by(key, post(`verifications/${id}/claim`, {}));
    },
  }),
  ...casesOf('verifications.heartbeat', {
    'with the longest output': async (scene) => {
      const { id, key, token } = await claimed(scene);
      return by(key, post(`verifications/${id}/heartbeat`, { token, output: '日'.repeat(200_000) }));
    },
  }),
  ...casesOf('verifications.release', {
    'one of fifty': async (scene) => {
      const { id, key, token } = await claimed(scene);
      return by(key, post(`verifications/${id}/release`, { token }));
    },
  }),
  ...casesOf('verifications.report', {
    'with the longest output': async (scene) => {
      const { id, key, token } = await claimed(scene);
      return by(key, post(`verifications/${id}/report`, report(token)));
    },
  }),
  ...casesOf('verifications.retry', {
    'one that has failed': async (scene) => {
      const { id, key, token } = await claimed(scene);
      await scene.ask(by(key, post(`verifications/${id}/report`, report(token))));
      return post(`verifications/${id}/retry`);
    },
  }),
  ...casesOf('verifications.ofTask', {
    'fifty of the longest': async (scene) =>
      get(`tasks/${(await requested(scene)).number}/verifications`, { limit: '100' }),
  }),
  ...casesOf('verifications.list', {
    'pending ones': async (scene) => {
      await requested(scene);
      return get('verifications', { state: 'pending', limit: '100' });
    },
  }),
  ...casesOf('verifications.get', {
    'with the longest output': async (scene) => {
      const { id, key, token } = await claimed(scene);
      await scene.ask(by(key, post(`verifications/${id}/report`, report(token))));
      return get(`verifications/${id}`);
    },
  }),
];
