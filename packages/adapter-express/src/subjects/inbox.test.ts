import { type Body, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});
afterEach(() => expect(w.faults).toEqual([]));

const UNKNOWN = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

async function asked(question: object = { kind: 'approval', text: 'May I?' }): Promise<Body> {
  const { taskNumber } = await w.admin.creates('/tasks', { title: 'Asked about' });
  return w.admin.creates(`/tasks/${taskNumber}/questions`, question);
}

const send = (answers: object[], headers: Record<string, string> = {}) =>
  w.admin.request('post', '/inbox/answers').set(headers).send({ answers });

const outcomesOf = ({ body }: { body: Body }): string[] =>
  body.data.map(({ question, error }: Body) => error?.code ?? question.status);

const readAgain = (id: string): Promise<Body> => w.admin.reads(`/questions/${id}`);

test('each refused answer is reported in the order sent, and does not affect the others', async () => {
  const [changed, open, answered] = [await asked(), await asked(), await asked()];
  const choice = await asked({ kind: 'choice', text: 'Which?', options: [{ text: 'A' }, { text: 'B' }] });
  await w.admin.does('patch', `/tasks/${changed.task.taskNumber}`, { title: 'Another title' });
  await w.admin.does('post', `/questions/${answered.id}/answer`, { approved: true });
  const answer = await send([
    { questionId: changed.id, version: changed.version, approved: true },
    { questionId: UNKNOWN, approved: true },
    { questionId: open.id, version: open.version, approved: false, comment: 'No' },
    { questionId: answered.id, approved: false },
    { questionId: choice.id, approved: true },
  ]);
  expect(outcomesOf(answer)).toEqual([
    'RESULT_CHANGED',
    'NOT_FOUND',
    'answered',
    'ALREADY_ANSWERED',
    'VALIDATION_ERROR',
  ]);
  const { data } = answer.body;
  expect(data.map(({ questionId }: Body) => questionId)).toEqual([
    changed.id,
    UNKNOWN,
    open.id,
    answered.id,
    choice.id,
  ]);
  expect(data[0].error.question).toEqual(await readAgain(changed.id));
  expect(data[2].question).toEqual(await readAgain(open.id));
  expect(data[2].question.answer).toMatchObject({ approved: false, comment: 'No' });
  expect(data[3].error.status).toBe('answered');
  expect(data[4].error.fields).toEqual({ choice: [expect.any(String)] });
  expect([(await readAgain(changed.id)).status, (await readAgain(choice.id)).status]).toEqual([
    'open',
    'open',
  ]);
});

test('a repeated list of answers with an idempotency key retries only the refused ones', async () => {
  const key = { 'Idempotency-Key': 'bulk' };
  const [one, two] = [await asked(), await asked()];
  await w.admin.does('patch', `/tasks/${two.task.taskNumber}`, { title: 'Another title' });
  const answers = [one, two].map(({ id, version }) => ({ questionId: id, version, approved: true }));
  const first = await send(answers, key);
  expect(outcomesOf(first)).toEqual(['answered', 'RESULT_CHANGED']);
  await w.admin.does('patch', `/tasks/${two.task.taskNumber}`, { title: two.task.title });
  const again = await send(answers, key);
  expect(outcomesOf(again)).toEqual(['answered', 'answered']);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.body.data[0]).toEqual(first.body.data[0]);
  expect(outcome(await send(answers.slice(1), key))).toBe('409 IDEMPOTENCY_KEY_REUSED');
});

test('answering questions in a list is 403 for agents and services', async () => {
  const { id } = await asked();
  for (const holder of [w.agent, w.service, w.runtime]) {
    const answer = await holder.post('/inbox/answers', { answers: [{ questionId: id, approved: true }] });
    expect(outcome(answer)).toBe('403 HUMANS_ONLY');
  }
  expect((await readAgain(id)).status).toBe('open');
});

test('a list has 1 to 100 answers, one per question', async () => {
  const { id } = await asked();
  const once = { questionId: id, approved: true };
  const many = Array.from({ length: 101 }, (_, i) => ({ questionId: `q${i}`, approved: true }));
  for (const answers of [[], many, [once, once]])
    expect(outcome(await send(answers))).toBe('400 VALIDATION_ERROR');
  expect((await readAgain(id)).status).toBe('open');
  expect(outcomesOf(await send(many.slice(1)))).toEqual(Array(100).fill('NOT_FOUND'));
});
