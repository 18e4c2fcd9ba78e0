import { by, get, post, put, remove } from '../request.ts';
import { addQuestions, addResults } from '../seed/proof.ts';
import { casesOf, type Scene, type StallCase } from './case.ts';
import { held } from './claims.ts';

const LONGEST = Array.from({ length: 50 }, (_, i) => ({ id: `${i}`, text: '日'.repeat(500) }));

/** A task in progress with the maximum number of criteria of maximum length. */
const started = async ({ ask }: Scene): Promise<number> => {
  const task = { title: 'To prove', status: 'in_progress', criteria: LONGEST };
  return ((await ask(post('tasks', task))) as { taskNumber: number }).taskNumber;
};

const importing = async ({ ask }: Scene): Promise<string> =>
  ((await ask(post('imports', { source: 'linear' }))) as { id: string }).id;

const proof = (more: object = {}) => ({
  outcome: 'succeeded',
  summary: '日'.repeat(20_000),
  evidence: LONGEST.map(({ id }) => ({ criterionId: id, text: '日'.repeat(3_900) })),
  ...more,
});

/** An open question of a task that has the maximum number of open questions. */
async function asked(scene: Scene): Promise<string> {
  const number = await started(scene);
  scene.make((bulk) => addQuestions(bulk, number, 99));
  const { id } = (await scene.ask(
    post(`tasks/${number}/questions`, { kind: 'approval', text: 'May I?' }),
  )) as {
    id: string;
  };
  return id;
}

/** As many questions addressed to everyone as the dataset has of everything. */
const manyAsked = async (scene: Scene): Promise<void> => {
  const number = await started(scene);
  scene.make((bulk) => addQuestions(bulk, number, scene.dataset.sizes.many));
};

/** A hundred open questions of maximum length, each of another task. */
async function hundredAsked(scene: Scene): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < 100; i++) {
    const number = await started(scene);
    const { id } = (await scene.ask(
      post(`tasks/${number}/questions`, { kind: 'approval', text: '日'.repeat(5_000) }),
    )) as { id: string };
    ids.push(id);
  }
  return ids;
}

/** Proof of work, questions to people, and the inbox. */
/** In ATIF, with one step. */
const TRANSCRIPT = {
  schema_version: 'ATIF-v1.4',
  session_id: 'session-1',
  agent: { name: 'mira', version: '1' },
  steps: [{ step_id: 1, source: 'user', message: 'Count the gulls' }],
};

export const PROOF: readonly StallCase[] = [
  ...casesOf('results.post', {
    'of a task that is held, with all that there may be': async (scene) => {
      const { number, token } = await held(scene, LONGEST);
      return by(scene.dataset.host, post(`tasks/${number}/results`, proof({ token })));
    },
  }),
  ...casesOf('attempts.list', {
    'a task without attempts': async (scene) =>
      get(`tasks/${await started(scene)}/attempts`, { limit: '100' }),
  }),
  ...casesOf(
    'attempts.putTranscript',
    {
      'an attempt that does not exist': async (scene) =>
        put(`tasks/${await started(scene)}/attempts/1/transcript`, TRANSCRIPT),
    },
    404,
  ),
  ...casesOf(
    'attempts.deleteTranscript',
    {
      'an attempt that does not exist': async (scene) =>
        remove(`tasks/${await started(scene)}/attempts/1/transcript`),
    },
    404,
  ),
  ...casesOf('exports.read', { 'the whole workspace': async () => get('export', {}) }),
  ...casesOf('imports.list', { none: async () => get('imports', {}) }),
  ...casesOf('imports.create', { one: async () => post('imports', { source: 'linear' }) }, 201),
  ...casesOf('imports.get', { one: async (scene) => get(`imports/${await importing(scene)}`) }),
  ...casesOf('imports.add', {
    'as many records as fit': async (scene) =>
      post(`imports/${await importing(scene)}/records`, {
        records: Array.from({ length: 500 }, (_, i) => ({
          type: 'task',
          externalId: `T-${i}`,
          title: '日'.repeat(300),
          labels: ['imported', `label ${i % 20}`],
          createdBy: `person ${i % 10}`,
        })),
      }),
  }),
  ...casesOf('imports.preview', {
    'as many records as fit': async () =>
      post('imports/preview', {
        source: 'stalls',
        records: Array.from({ length: 500 }, (_, i) => ({ type: 'task', externalId: `T-${i}`, title: '日' })),
      }),
  }),
  ...casesOf('imports.undo', { none: async (scene) => post(`imports/${await importing(scene)}/undo`) }),
  ...casesOf('imports.finish', { one: async (scene) => post(`imports/${await importing(scene)}/finish`) }),
  ...casesOf('results.list', {
    'a hundred of the longest': async (scene) => {
      const number = await started(scene);
      scene.make((bulk) => addResults(bulk, number, 100));
      return get(`tasks/${number}/results`, { limit: '100' });
    },
  }),
  ...casesOf('results.review', {
    'of the longest, criterion by criterion': async (scene) => {
      const number = await started(scene);
      await scene.ask(by(scene.dataset.host, post(`tasks/${number}/results`, proof())));
      const criteria = LONGEST.map(({ id }) => ({ id, status: 'returned', comment: '日'.repeat(1_000) }));
      return post(`tasks/${number}/reviews`, { verdict: 'returned', comment: '日', criteria });
    },
  }),
  ...casesOf('questions.ask', {
    'the hundredth of a task': async (scene) => {
      const number = await started(scene);
      scene.make((bulk) => addQuestions(bulk, number, 99));
      return post(`tasks/${number}/questions`, { kind: 'text', text: '日'.repeat(5_000) });
    },
  }),
  ...casesOf('questions.list', {
    'for me, of very many': async (scene) => {
      await manyAsked(scene);
      return get('questions', { to: 'me', status: 'open,answered', limit: '100' });
    },
    'answered ones of a task that has very many open': async (scene) => {
      const number = await started(scene);
      scene.make((bulk) => addQuestions(bulk, number, scene.dataset.sizes.many));
      return get('questions', {
        to: 'nobody-of-this-name',
        task: String(number),
        status: 'answered',
        limit: '100',
      });
    },
  }),
  ...casesOf('questions.get', { one: async (scene) => get(`questions/${await asked(scene)}`) }),
  ...casesOf('questions.answer', {
    'of a task that has a hundred open': async (scene) =>
      post(`questions/${await asked(scene)}/answer`, { approved: true, comment: '日'.repeat(20_000) }),
  }),
  ...casesOf('questions.withdraw', {
    'of a task that has a hundred open': async (scene) => post(`questions/${await asked(scene)}/withdraw`),
  }),
  ...casesOf('inbox.answer', {
    'a hundred of the longest': async (scene) => {
      const ids = await hundredAsked(scene);
      const answers = ids.map((questionId) => ({ questionId, approved: true, comment: '日'.repeat(3_000) }));
      return post('inbox/answers', { answers });
    },
  }),
  ...casesOf('inbox.list', {
    'of very many': async (scene) => {
      await manyAsked(scene);
      return get('inbox', { limit: '100' });
    },
    'of a kind that there is none of, among very many': async (scene) => {
      await manyAsked(scene);
      return get('inbox', { kind: 'review', limit: '100' });
    },
  }),
];
