import { secrets } from '../../../testing/ports.ts';
import { type CallerName, outcome, refusal, type World, world } from '../../../testing/world.ts';
import type { Caller } from '../../access/caller.ts';
import { type NewAnswer, type NewQuestion, versionOf } from '../question.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const create = async (input: object = {}) =>
  (await w.tandem.tasks.create(w.admin, { title: 'A task', assignedTo: 'scout', ...input })).taskNumber;
const task = (number: number) => w.tandem.tasks.get(w.admin, number);
const hold = async () => {
  const briefing = await w.tandem.claims.next(w.agent, {});
  if (!briefing) throw new Error('Nothing is ready');
  return briefing;
};
const TEXT: NewQuestion = { kind: 'text', text: 'Which port?' };
const CHOICE: NewQuestion = {
  kind: 'choice',
  text: 'Which one?',
  options: [{ text: 'Red' }, { id: 'blue', text: 'Blue', consequence: 'It is cold' }],
};
const APPROVAL: NewQuestion = { kind: 'approval', text: 'May I drop the table?' };
const ask = (number: number, input: Partial<NewQuestion> = {}, by: Caller = w.agent) =>
  w.tandem.questions.ask(by, number, { ...TEXT, ...input });
const answer = (id: string, input: NewAnswer = { text: '8080' }, by: Caller = w.admin) =>
  w.tandem.questions.answer(by, id, input);
/** The agent holds task 1 and asks. */
const asked = async (input: Partial<NewQuestion> = {}) => {
  await create();
  const { lease } = await hold();
  return { ...(await ask(1, { token: lease.token, ...input })), token: lease.token };
};

describe('a question', () => {
  test('a question by the run that holds the task moves it to waiting and ends the claim', async () => {
    const question = await asked({ to: 'bob' });
    expect(question).toMatchObject({
      task: { taskNumber: 1, status: 'waiting' },
      asker: { name: 'scout' },
      to: { name: 'bob' },
      blocking: true,
      status: 'open',
      answer: null,
    });
    expect(await task(1)).toMatchObject({
      status: 'waiting',
      claim: null,
      waitingFor: { kind: 'answer', who: { name: 'bob' }, what: 'Which port?', questionId: question.id },
    });
    const { code, details } = await refusal(() =>
      w.tandem.claims.heartbeat(w.agent, 1, { token: question.token }),
    );
    expect([code, details.reason]).toStrictEqual(['LEASE_LOST', 'asked']);
    await create();
    expect((await hold()).task.taskNumber).toBe(2);
  });

  // biome-ignore format: a table
  test.each<[string, boolean | undefined, string]>([
    ['the run that holds it',                 undefined, 'waiting'],
    ['the run that holds it',                 false,     'in_progress'],
    ['its assignee, in progress, unclaimed',  undefined, 'waiting'],
    ['its assignee, in progress, unclaimed',  false,     'in_progress'],
    ['its assignee, in todo',                 true,      'todo'],
    ['a service, in progress, unclaimed',     true,      'in_progress'],
    ['a person while an agent holds it',      true,      'in_progress'],
  ])('a question by %s with blocking %s leaves the task in %s', async (who, blocking, status) => {
    if (who === 'the run that holds it' || who === 'a person while an agent holds it') {
      await create();
      const { lease } = await hold();
      if (who === 'the run that holds it') await ask(1, { token: lease.token, blocking });
      else await ask(1, { blocking }, w.admin);
    } else {
      const status = who.includes('in progress') ? 'in_progress' : 'todo';
      await create({ assignedTo: who.startsWith('its assignee') ? 'scout' : 'bob', status });
      await ask(1, { blocking }, who.startsWith('a service') ? w.service : w.agent);
    }
    expect((await task(1)).status).toBe(status);
  });

  test('asking requires the token of the living claim, except from people', async () => {
    await create();
    await hold();
    expect(await outcome(() => ask(1))).toBe('TASK_CLAIMED');
    expect(await outcome(() => ask(1, { token: 'x' }))).toBe('LEASE_LOST');
    expect(await outcome(() => ask(1, {}, w.member))).toBe('ok');
  });

  // biome-ignore format: a table
  test.each<[string, Partial<NewQuestion>, string]>([
    ['a blank text',               { text: ' ' },                                              'text'],
    ['a long text',                { text: 'x'.repeat(5_001) },                                'text'],
    ['one option',                 { ...CHOICE, options: [{ text: 'a' }] },                    'options'],
    ['no options',                 { ...CHOICE, options: undefined },                          'options'],
    ['eleven options',             { ...CHOICE, options: Array(11).fill({ text: 'a' }) },      'options'],
    ['options of a text',          { options: [{ text: 'a' }, { text: 'b' }] },                'options'],
    ['the same id twice',          { ...CHOICE, options: [{ id: 'x', text: 'a' }, { id: 'y', text: 'b' }, { id: 'x', text: 'c' }] }, 'options.2.id'],
    ['a default that is no option',{ ...CHOICE, default: 'green' },                            'default'],
    ['a default of another kind',  { ...APPROVAL, default: 'yes' },                            'default'],
    ['a time that is over',        { dueAt: 1_000 },                                           'dueAt'],
    ['a name of nobody',           { to: 'nobody' },                                           'to'],
    ['an agent to answer it',      { to: 'scout' },                                            'to'],
  ])('a question with %s is refused at its field', async (_, input, field) => {
    const { code, fields } = await refusal(async () => ask(await create(), input));
    expect([code, Object.keys(fields ?? {})]).toStrictEqual(['VALIDATION_ERROR', [field]]);
  });

  // biome-ignore format: a table
  test.each<[string, NewQuestion['options'], string]>([
    ['two ids that differ in case and space', [{ id: 'Red', text: 'a' }, { id: ' r\u200bed', text: 'b' }], 'options.1.id'],
    ['two texts that differ in case',         [{ text: 'Keep  it' }, { text: 'keep it' }],             'options.1.text'],
    ['two texts that differ in width',        [{ text: 'Keep' }, { text: 'Ｋeep' }],                    'options.1.text'],
    ['an id that is another position',        [{ id: '2', text: 'Keep' }, { id: '1', text: 'Delete' }], 'options.0.id options.1.id'],
    ['an id that is another position, padded',[{ id: '02', text: 'Keep' }, { text: 'Delete' }],         'options.0.id'],
    ["an id that is another option's text",   [{ id: 'delete', text: 'Keep' }, { text: 'Delete' }],     'options.0.id'],
  ])('a question with options %s is refused at its field', async (_, options, fields) => {
    const number = await create();
    const refused = await refusal(() => ask(number, { ...CHOICE, options }));
    expect([refused.code, Object.keys(refused.fields ?? {}).join(' ')]).toStrictEqual([
      'VALIDATION_ERROR',
      fields,
    ]);
  });

  test('options without an id get their position, or a number that looks like no other option', async () => {
    const number = await create();
    const ids = async (options: NewQuestion['options']) =>
      (await ask(number, { ...CHOICE, options })).options.map(({ id }) => id);
    expect(await ids([{ text: 'a' }, { id: '2', text: 'b' }, { text: 'c' }])).toStrictEqual(['1', '2', '3']);
    expect(await ids([{ text: '2' }, { text: '3' }, { id: '9', text: '5' }])).toStrictEqual(['1', '4', '9']);
  });

  // biome-ignore format: a table
  test.each<[CallerName, Partial<NewQuestion>, string]>([
    ['agent',         { ...APPROVAL, default: true },  'default'],
    ['service',       { ...APPROVAL, default: true },  'default'],
    ['runtime',       { ...APPROVAL, default: true },  'default'],
    ['actingAsAgent', { ...APPROVAL, default: true },  'default'],
    ['agent',         { ...APPROVAL, default: false }, ''],
    ['admin',         { ...APPROVAL, default: true },  ''],
    ['agent',         { dueAt: 59_999 },               'dueAt'],
    ['service',       { dueAt: 59_999 },               'dueAt'],
    ['agent',         { dueAt: 60_000 },               ''],
    ['admin',         { dueAt: 1 },                    ''],
  ])('a question by %s with %j is refused at %j', async (who, { dueAt, ...input }, field) => {
    await create({ assignedTo: 'scout' });
    const due = typeof dueAt === 'number' ? { dueAt: w.time.now() + dueAt } : {};
    const asking = () => ask(1, { ...input, ...due }, w[who]);
    if (field === '') expect(await outcome(asking)).toBe('ok');
    else expect(Object.keys((await refusal(asking)).fields ?? {})).toStrictEqual([field]);
  });

  test('an approval asked by the run that holds the task has no default true, even through a runtime key', async () => {
    await create();
    const { lease } = await hold();
    const asking = () => ask(1, { ...APPROVAL, default: true, token: lease.token }, w.runtime);
    expect(await outcome(asking)).toBe('VALIDATION_ERROR');
  });

  test('a task has at most 100 open questions', async () => {
    const number = await create();
    for (let i = 0; i < 100; i++) await ask(number, {}, w.admin);
    expect(await outcome(() => ask(number, {}, w.admin))).toBe('LIMIT_REACHED');
  });

  // biome-ignore format: a table
  test.each<[CallerName]>([['agent'], ['runtime'], ['service']])(
    '%s has at most 20 open questions, across all tasks',
    async (who) => {
      const ids: string[] = [];
      for (let i = 0; i < 20; i++) ids.push((await ask(await create(), {}, w[who])).id);
      const { code, details } = await refusal(async () => ask(await create(), {}, w[who]));
      expect([code, details]).toStrictEqual(['LIMIT_REACHED', { limit: 20 }]);
      expect(await outcome(async () => ask(await create(), {}, w.admin))).toBe('ok');
      await answer(ids[0] ?? '');
      expect(await outcome(async () => ask(await create(), {}, w[who]))).toBe('ok');
    },
  );

  test("a question through a runtime key with a claim's token counts for the agent", async () => {
    const number = await create();
    for (let i = 0; i < 20; i++) await ask(number);
    await create();
    const { lease, task } = await hold();
    const asking = () => ask(task.taskNumber, { token: lease.token }, w.runtime);
    expect(await outcome(asking)).toBe('LIMIT_REACHED');
  });

  // biome-ignore format: a table
  test.each<[CallerName, string, string]>([
    ['agent',         'nobody',   'FORBIDDEN'],
    ['agent',         'bob',      'FORBIDDEN'],
    ['agent',         'fox',      'FORBIDDEN'],
    ['agent',         'scout',    'ok'],
    ['actingAsAgent', 'bob',      'FORBIDDEN'],
    ['runtime',       'nobody',   'FORBIDDEN'],
    ['runtime',       'bob',      'FORBIDDEN'],
    ['runtime',       'fox',      'ok'],
    ['service',       'bob',      'ok'],
    ['member',        'nobody',   'ok'],
  ])('a question by %s about a task of %s: %s', async (who, assignee, expected) => {
    await w.newAgent('fox');
    const number = await create({ assignedTo: assignee === 'nobody' ? null : assignee });
    expect(await outcome(() => ask(number, {}, w[who]))).toBe(expected);
  });

  test('an agent or a runtime key can ask about a task that it created', async () => {
    for (const by of [w.agent, w.runtime]) {
      const { taskNumber } = await w.tandem.tasks.create(by, { title: 'Own' });
      expect(await outcome(() => ask(taskNumber, {}, by))).toBe('ok');
    }
  });
});

describe('an answer', () => {
  test('an answer returns the task to the asker, who is offered it first with the answer', async () => {
    const { id } = await asked();
    await create({ assignedTo: 'scout', priority: 'p0' });
    const given = await answer(id, { text: '8080', comment: 'As ever' }, w.member);
    expect(given).toMatchObject({
      status: 'answered',
      task: { status: 'todo', assignedTo: 'scout' },
      answer: { value: '8080', comment: 'As ever', by: { name: 'bob' }, at: w.time.now() },
    });
    const held = await hold();
    expect(held.task.taskNumber).toBe(1);
    expect(held.questions).toMatchObject([{ id, answer: { value: '8080' } }]);
  });

  test('an answer wakes the run that waits for work', async () => {
    const { id } = await asked();
    const waiting = w.tandem.claims.next(w.agent, { wait: 20 });
    await w.held(1);
    await answer(id);
    expect((await waiting)?.task.taskNumber).toBe(1);
  });

  test('only the first answer counts', async () => {
    const { id } = await asked();
    const outcomes = await Promise.all(
      [w.admin, w.member].map((by) => outcome(() => answer(id, undefined, by))),
    );
    expect(outcomes.sort()).toStrictEqual(['ALREADY_ANSWERED', 'ok']);
  });

  // biome-ignore format: a table
  test.each<[CallerName, string]>([
    ['admin',          'ok'],
    ['member',         'ok'],
    ['actingAsMember', 'ok'],
    ['agent',          'HUMANS_ONLY'],
    ['service',        'HUMANS_ONLY'],
    ['runtime',        'HUMANS_ONLY'],
    ['actingAsAgent',  'HUMANS_ONLY'],
  ])('an answer by %s: %s', async (who, expected) => {
    const { id } = await asked();
    expect(await outcome(() => answer(id, undefined, w[who]))).toBe(expected);
  });

  // biome-ignore format: a table
  test.each<[string, Partial<NewQuestion>, NewAnswer, unknown]>([
    ['an option by its id',        CHOICE,   { choice: 'blue' },                  'blue'],
    ['an option by its place',     CHOICE,   { choice: '1' },                     '1'],
    ['an option by its words',     CHOICE,   { choice: 'Blue' },                  'blue'],
    ['no option',                  CHOICE,   { choice: 'green' },                 'choice'],
    ['a text to a choice',         CHOICE,   { text: 'blue' },                    'choice'],
    ['two answers',                CHOICE,   { choice: 'blue', approved: true },  'approved'],
    ['a yes',                      APPROVAL, { approved: true },                  true],
    ['a no',                       APPROVAL, { approved: false },                 false],
    ['nothing to an approval',     APPROVAL, {},                                  'approved'],
    ['a text',                     TEXT,     { text: ' 1 ' },                     ' 1 '],
    ['a blank text',               TEXT,     { text: ' ' },                       'text'],
  ])('an answer of %s is accepted, or refused at its field', async (_, question, given, expected) => {
    const { id } = await ask(await create(), question);
    let came: unknown;
    try {
      came = (await answer(id, given)).answer?.value;
    } catch (error) {
      [came] = Object.keys((error as { fields: object }).fields);
    }
    expect(came).toStrictEqual(expected);
  });

  test('an answer leaves a task where a person has moved it', async () => {
    const { id } = await asked();
    await w.tandem.tasks.transition(w.admin, 1, { to: 'backlog' });
    await answer(id);
    expect((await task(1)).status).toBe('backlog');
    await w.tandem.tasks.transition(w.admin, 1, { to: 'todo' });
    await w.tandem.tasks.transition(w.admin, 1, { to: 'waiting', reason: 'For spring' });
    expect((await task(1)).waitingFor).toMatchObject({ kind: 'other', what: 'For spring' });
  });

  test('an answer to a question that did not block moves nothing', async () => {
    const { id } = await asked({ blocking: false });
    await answer(id);
    expect((await task(1)).status).toBe('in_progress');
  });
});

describe('a question that the task no longer waits for', () => {
  const tidy = () => w.tandem.questions.tidy();
  const askedTwice = async () => {
    const first = await asked({ dueAt: w.time.now() + 60_000 });
    await w.tandem.tasks.transition(w.admin, 1, { to: 'todo' });
    const { lease } = await hold();
    const second = await ask(1, { token: lease.token, text: 'And now?' });
    return [first.id, second.id] as const;
  };

  test('a question that the task no longer waits for does not block it when it expires', async () => {
    const [, second] = await askedTwice();
    w.time.advance(60_000);
    await tidy();
    expect((await task(1)).waitingFor).toMatchObject({ kind: 'answer', questionId: second });
    await answer(second);
    expect((await task(1)).status).toBe('todo');
  });

  test('a question that the task no longer waits for does not keep it waiting, nor move it', async () => {
    const [first, second] = await askedTwice();
    await answer(second);
    expect((await task(1)).status).toBe('todo');
    await answer(first);
    expect((await task(1)).status).toBe('todo');
  });
});

describe('an overdue question', () => {
  const tidy = () => w.tandem.questions.tidy();

  test('an overdue question is answered by its default, and the task continues', async () => {
    const { id } = await asked({ default: '80', dueAt: w.time.now() + 60_000 });
    await tidy();
    expect((await w.tandem.questions.get(w.admin, id)).status).toBe('open');
    w.time.advance(60_000);
    expect(await outcome(() => answer(id))).toBe('ALREADY_ANSWERED');
    await tidy();
    expect(await w.tandem.questions.get(w.admin, id)).toMatchObject({
      status: 'answered',
      answer: { value: '80', by: null },
    });
    expect((await task(1)).status).toBe('todo');
    const [entry] = (await w.tandem.tasks.activity(w.admin, 1, {})).items;
    expect(entry?.actor).toMatchObject({ type: 'service', name: 'Tandem' });
  });

  test('an overdue question without a default expires, and the task waits for attention', async () => {
    const { id } = await asked({ dueAt: w.time.now() + 60_000 });
    w.time.advance(60_000);
    await tidy();
    expect((await w.tandem.questions.get(w.admin, id)).status).toBe('expired');
    expect(await task(1)).toMatchObject({
      status: 'waiting',
      waitingFor: { kind: 'attention', questionId: id },
    });
    expect(await outcome(() => answer(id))).toBe('ALREADY_ANSWERED');
  });
});

describe('a question is withdrawn', () => {
  // biome-ignore format: a table
  test.each<[CallerName, string]>([
    ['agent',   'ok'],
    ['runtime', 'ok'],
    ['admin',   'ok'],
    ['member',  'FORBIDDEN'],
    ['service', 'FORBIDDEN'],
  ])('a question is withdrawn by %s: %s', async (who, expected) => {
    const { id } = await asked();
    expect(await outcome(() => w.tandem.questions.withdraw(w[who], id))).toBe(expected);
    expect((await task(1)).status).toBe(expected === 'ok' ? 'todo' : 'waiting');
  });

  test('a question is withdrawn once, repeatably, and not after its answer', async () => {
    const first = await asked();
    await w.tandem.questions.withdraw(w.agent, first.id);
    await w.tandem.questions.withdraw(w.agent, first.id);
    expect(await outcome(() => answer(first.id))).toBe('ALREADY_ANSWERED');
    const second = await ask(1);
    await answer(second.id);
    expect(await outcome(() => w.tandem.questions.withdraw(w.agent, second.id))).toBe('ALREADY_ANSWERED');
  });
});

test('questions are listed by status, addressee and task, newest first', async () => {
  const [one, two] = [await create(), await create()];
  const ids = [(await ask(one, { to: 'bob' })).id, (await ask(one)).id, (await ask(two, { to: 'ada' })).id];
  await answer(ids[1] as string);
  const found = async (query: object, by: Caller = w.member) =>
    (await w.tandem.questions.list(by, query)).items.map(({ id }) => ids.indexOf(id));
  expect(await found({})).toStrictEqual([2, 1, 0]);
  expect(await found({ to: 'me' })).toStrictEqual([1, 0]);
  expect(await found({ to: 'me', status: ['open'] })).toStrictEqual([0]);
  expect(await found({ to: 'ada' })).toStrictEqual([2]);
  expect(await found({ task: String(one), status: ['answered', 'expired'] })).toStrictEqual([1]);
  expect(await found({ to: 'me' }, w.agent)).toStrictEqual([]);
  expect(await found({ to: 'me' }, w.service)).toStrictEqual([2, 1]);
  expect(await found({ task: '99' })).toStrictEqual([]);
  expect(await found({}, w.other.admin)).toStrictEqual([]);
});

describe('an answer to the question that the person was shown', () => {
  const version = async (id: string) => versionOf(await w.tandem.questions.get(w.admin, id), secrets.sha256);

  test('an answer with the shown version is accepted', async () => {
    const { id } = await asked();
    expect(await outcome(async () => answer(id, { text: '8080', version: await version(id) }))).toBe('ok');
  });

  test('an answer with the version of another question is refused, and the question stays open', async () => {
    const { id } = await asked();
    const other = await ask(await create(), { text: 'Which host?' });
    const refused = await refusal(async () => answer(id, { text: '8080', version: await version(other.id) }));
    expect([refused.code, refused.details.question]).toMatchObject([
      'RESULT_CHANGED',
      { id, status: 'open' },
    ]);
    expect((await w.tandem.questions.get(w.admin, id)).status).toBe('open');
  });

  test("an answer is refused when the task's title has changed since", async () => {
    const { id } = await asked();
    const before = await version(id);
    await w.tandem.tasks.update(w.admin, 1, { title: 'Another task' });
    expect(await outcome(() => answer(id, { text: '8080', version: before }))).toBe('RESULT_CHANGED');
  });

  test('a late answer is refused as already answered, whatever its version', async () => {
    const { id } = await asked();
    await answer(id);
    expect(await outcome(() => answer(id, { text: '80', version: 'old' }))).toBe('ALREADY_ANSWERED');
  });
});
