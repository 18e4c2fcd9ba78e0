import { type Running, running } from '../testing/service.ts';
import { type Briefing, type ClaimedTurn, type Run, StopRequested, type Tandem } from './index.ts';

let office: Running;
let ada: Tandem;
let scout: Tandem;
beforeEach(async () => {
  office = await running();
  ada = office.as('ada');
  scout = office.as('scout');
});
afterEach(() => office.stop());

const OFTEN = { beatMs: 20 };

async function claimed(title = 'Count the gulls'): Promise<Briefing> {
  const { taskNumber } = await ada.tasks.create({
    title,
    assignedTo: 'scout',
    criteria: [{ id: 'number', text: 'There is a number' }],
  });
  return scout.claims.claim(taskNumber, { leaseSeconds: 30 });
}

const firing = (signal: AbortSignal) =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason), { once: true }));

const lastOf = async (briefing: Briefing) => (await ada.results.list(briefing.task.taskNumber)).data[0];
const statusOf = async (briefing: Briefing) => (await ada.tasks.get(briefing.task.taskNumber)).status;

test('the return value of the work is posted as the result, and a text as the summary of a success', async () => {
  const briefing = await claimed();
  const end = await scout.withClaim(briefing, async () => 'There are 31.');
  expect(end).toMatchObject({
    ended: 'handed in',
    result: { outcome: 'succeeded', summary: 'There are 31.' },
  });
  expect(await statusOf(briefing)).toBe('waiting');
});

test('evidence and usage are posted with the result', async () => {
  const briefing = await claimed();
  await scout.withClaim(briefing, async (run) => {
    await run.usage({ tokens: 10 });
    await run.usage({ dollars: 1 });
    return { outcome: 'succeeded', summary: '31', evidence: [{ criterionId: 'number', text: '31' }] };
  });
  expect(await lastOf(briefing)).toMatchObject({ evidence: [{ criterionId: 'number', text: '31' }] });
  const { data } = await ada.usage.list({ groupBy: 'task' });
  expect(data[0]?.usage).toEqual({ tokens: 10, dollars: 1 });
});

test('people see the progress, and the next run gets the checkpoint', async () => {
  const briefing = await claimed();
  await scout.withClaim(briefing, async (run) => {
    await Promise.all([run.progress('The north shore', 50), run.checkpoint('north: 12')]);
    expect((await ada.tasks.get(briefing.task.taskNumber)).claim?.progress).toMatchObject({
      note: 'The north shore',
      percent: 50,
    });
    return undefined;
  });
  const again = await scout.claims.claim(briefing.task.taskNumber);
  expect(again.checkpoint).toBe('north: 12');
});

test('the claim token allows changes to the task', async () => {
  const briefing = await claimed();
  const { taskNumber } = briefing.task;
  await scout.withClaim(briefing, async ({ token }) => {
    await expect(scout.tasks.update(taskNumber, { effort: 's' })).rejects.toMatchObject({
      code: 'TASK_CLAIMED',
    });
    await scout.tasks.update(taskNumber, { effort: 's' }, { claim: token });
    return 'Sized';
  });
});

test('when the work throws, the task is released with the message, rests, and the error is rethrown', async () => {
  const briefing = await claimed();
  const wrong = new Error('No gulls today');
  await expect(scout.withClaim(briefing, () => Promise.reject(wrong))).rejects.toBe(wrong);
  expect(await statusOf(briefing)).toBe('todo');
  expect(await scout.claims.next()).toBeNull();
  const { data } = await ada.notifications.list();
  expect(data[0]).toMatchObject({ to: 'todo', reason: 'No gulls today' });
});

test('a question ends the run, and the answer comes with the task', async () => {
  const briefing = await claimed();
  const end = await scout.withClaim(briefing, async (run) => {
    await run.ask({ kind: 'approval', text: 'Do chicks count?' });
    return undefined;
  });
  if (end.ended !== 'asked') throw new Error(end.ended);
  expect(await statusOf(briefing)).toBe('waiting');
  await ada.questions.answer(end.question.id, { approved: false });
  const again = await scout.claims.next();
  expect(again?.questions[0]?.answer).toMatchObject({ approved: false });
});

test('a non-blocking question keeps the claim', async () => {
  const end = await scout.withClaim(await claimed(), async (run) => {
    await run.ask({ kind: 'text', text: 'By the way?', blocking: false });
    return 'Done';
  });
  expect(end.ended).toBe('handed in');
});

test('once the claim is lost, the signal fires and no result is posted', async () => {
  const briefing = await claimed();
  const end = await scout.withClaim(
    briefing,
    async ({ signal }) => {
      await ada.tasks.transition(briefing.task.taskNumber, { to: 'todo' });
      expect(await firing(signal)).toMatchObject({ code: 'LEASE_LOST' });
      return 'Too late';
    },
    OFTEN,
  );
  expect(end).toMatchObject({
    ended: 'lost',
    error: { code: 'LEASE_LOST', details: { reason: expect.any(String) } },
  });
  expect(await lastOf(briefing)).toBeUndefined();
});

test('a lost claim is also reported when the work throws because of it, or finds out itself', async () => {
  const lost = async (work: (run: Run) => Promise<string>) => {
    const briefing = await claimed();
    await ada.tasks.transition(briefing.task.taskNumber, { to: 'todo' });
    return scout.withClaim(briefing, work, OFTEN);
  };
  const throwing = lost(async ({ signal }) => {
    throw await firing(signal);
  });
  expect((await throwing).ended).toBe('lost');
  expect((await lost(async (run) => run.progress('x').then(() => 'Done'))).ended).toBe('lost');
  expect((await lost(async () => 'At once')).ended).toBe('lost');
});

test('an error about another resource is an error of the work and does not end the claim', async () => {
  const briefing = await claimed();
  const missing = scout.withClaim(briefing, async () => (await scout.tasks.get(4711)).title);
  await expect(missing).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await statusOf(briefing)).toBe('todo');
  const taken = await turn();
  const other = scout.withTurn(office.agentId, taken, async () => (await scout.tasks.get(4711)).title);
  await expect(other).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await ada.chats.turn(taken.chat.id, taken.turn.id)).status).toBe('failed');
});

test('a rejected usage report does not affect later ones', async () => {
  const briefing = await claimed();
  await scout.withClaim(briefing, async (run) => {
    await expect(run.usage({ tokens: -1 })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await run.usage({ dollars: 1 });
    return 'Done';
  });
  const { data } = await ada.usage.list({ groupBy: 'task' });
  expect(data[0]?.usage).toEqual({ dollars: 1 });
});

test('a pause fires the signal with its reason, and the task is released', async () => {
  const briefing = await claimed();
  const end = await scout.withClaim(
    briefing,
    async ({ signal }) => {
      await ada.agents.update(office.agentId, { paused: true });
      expect(await firing(signal)).toMatchObject({ name: 'StopRequested', reason: 'paused' });
      expect(signal.reason).toBeInstanceOf(StopRequested);
      throw signal.reason;
    },
    OFTEN,
  );
  expect(end).toMatchObject({ ended: 'released', task: { status: 'todo' } });
});

test('a result may still be posted after a stop', async () => {
  const briefing = await claimed();
  const end = await scout.withClaim(
    briefing,
    async ({ signal }) => {
      await ada.agents.update(office.agentId, { paused: true });
      await firing(signal);
      return 'Done all the same';
    },
    OFTEN,
  );
  expect(end.ended).toBe('handed in');
});

test('the signal of the options releases the task', async () => {
  const ends = new AbortController();
  const briefing = await claimed();
  const end = scout.withClaim(briefing, async ({ signal }) => Promise.reject(await firing(signal)), {
    signal: ends.signal,
  });
  ends.abort(new Error('The program ends'));
  expect((await end).ended).toBe('released');
  expect((await scout.claims.next())?.task.taskNumber).toBe(briefing.task.taskNumber);
});

test('the work can release a task until later, or decline it', async () => {
  const later = await claimed();
  expect(
    (await scout.withClaim(later, async (run) => void (await run.release({ restMs: 60_000 })))).ended,
  ).toBe('released');
  expect(await scout.claims.next()).toBeNull();
  const declined = await claimed();
  await scout.withClaim(
    declined,
    async (run) => void (await run.release({ note: 'Not mine', declined: true })),
  );
  expect(await scout.claims.next()).toBeNull();
});

test('after a rejected result, another can be posted', async () => {
  const briefing = await claimed();
  const end = await scout.withClaim(briefing, async (run) => {
    const tooMuch = {
      outcome: 'succeeded',
      summary: 'x',
      evidence: [{ criterionId: 'none', text: 'x' }],
    } as const;
    await expect(run.handIn(tooMuch)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await run.handIn({ outcome: 'failed', summary: 'It was refused.' });
    return undefined;
  });
  expect(end).toMatchObject({ ended: 'handed in', result: { outcome: 'failed' } });
});

test('a result with `to: none` keeps the claim, which is released at the end', async () => {
  const briefing = await claimed();
  const end = await scout.withClaim(briefing, async () => ({
    outcome: 'succeeded',
    summary: 'So far',
    to: 'none',
  }));
  expect(end).toMatchObject({ ended: 'handed in', result: { summary: 'So far' } });
  expect(await statusOf(briefing)).toBe('todo');
});

async function turn(): Promise<ClaimedTurn> {
  const sent = ada.chats.start({ agentId: office.agentId, body: 'Anything in sight?' });
  const [taken] = await Promise.all([scout.turns.claim(office.agentId, { wait: 20 }), sent]);
  if (!taken) throw new Error('There was no turn.');
  return taken;
}

test('a turn is answered with the return value of the work', async () => {
  const taken = await turn();
  const end = await scout.withTurn(
    office.agentId,
    taken,
    async ({ claimed: { messages } }) => `You said: ${messages.at(-1)?.body}`,
  );
  expect(end).toMatchObject({
    ended: 'replied',
    turn: { status: 'complete', reply: { body: 'You said: Anything in sight?' } },
  });
});

test('a turn fails when the work throws, and returns to the queue when the signal fires', async () => {
  const taken = await turn();
  const wrong = new Error('Fog');
  await expect(scout.withTurn(office.agentId, taken, () => Promise.reject(wrong))).rejects.toBe(wrong);
  expect(await ada.chats.turn(taken.chat.id, taken.turn.id)).toMatchObject({
    status: 'failed',
    errorCode: 'agent_error',
    errorMessage: 'Fog',
  });
  const other = await turn();
  const signal = AbortSignal.timeout(30);
  const end = scout.withTurn(office.agentId, other, async (run) => Promise.reject(await firing(run.signal)), {
    signal,
  });
  expect(await end).toMatchObject({ ended: 'released', turn: { state: 'queued' } });
});

test('a turn is lost when its chat is archived', async () => {
  const taken = await turn();
  const end = await scout.withTurn(
    office.agentId,
    taken,
    async ({ signal }) => {
      await ada.chats.archive(taken.chat.id);
      await firing(signal);
      return 'Land!';
    },
    OFTEN,
  );
  expect(end.ended).toBe('lost');
});

describe('a workspace whose agents use run keys', () => {
  beforeEach(async () => {
    await ada.workspace.update({ agentKeys: 'runs' });
  });

  test('a run asks, hands in and releases', async () => {
    const briefing = await claimed();
    const end = await scout.withClaim(briefing, async (run) => {
      await run.progress('Counting', 10);
      await run.ask({ kind: 'text', text: 'Which ones?', blocking: false });
      return 'There are 31.';
    });
    expect(end).toMatchObject({ ended: 'handed in', result: { summary: 'There are 31.' } });
    expect(await scout.withClaim(await claimed(), async () => undefined)).toMatchObject({
      ended: 'released',
    });
  });

  test('a claim that ended meanwhile is reported as lost, with the reason', async () => {
    const briefing = await claimed();
    const end = await scout.withClaim(briefing, async () => {
      await ada.tasks.transition(briefing.task.taskNumber, { to: 'todo' });
      return 'Too late';
    });
    expect(end).toMatchObject({ ended: 'lost', error: { code: 'LEASE_LOST', details: { reason: 'moved' } } });
    expect(await lastOf(briefing)).toBeUndefined();
  });
});
