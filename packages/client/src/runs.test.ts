import { type Running, running } from '../testing/service.ts';
import { type Briefing, type ClaimedTurn, type Run, StopTold, type Tandem } from './index.ts';

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

test('what the work returns is handed in, a text as the summary of a success', async () => {
  const briefing = await claimed();
  const end = await scout.withClaim(briefing, async () => 'There are 31.');
  expect(end).toMatchObject({
    ended: 'handed in',
    result: { outcome: 'succeeded', summary: 'There are 31.' },
  });
  expect(await statusOf(briefing)).toBe('waiting');
});

test('with evidence, and with what it has cost, as results have them', async () => {
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

test('people see how far it is, and the next run gets the checkpoint', async () => {
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

test('the token lets it change the task that it holds', async () => {
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

test('when it throws, the task is given back with the message, rests, and the error is thrown on', async () => {
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

test('a question that does not block leaves the claim as it is', async () => {
  const end = await scout.withClaim(await claimed(), async (run) => {
    await run.ask({ kind: 'text', text: 'By the way?', blocking: false });
    return 'Done';
  });
  expect(end.ended).toBe('handed in');
});

test('once the task is lost the signal fires, and nothing is handed in', async () => {
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

test('also when the work throws because of it, or finds it out by itself', async () => {
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

test('what is refused of something else is an error of the work, and not the end of the claim', async () => {
  const briefing = await claimed();
  const missing = scout.withClaim(briefing, async () => (await scout.tasks.get(4711)).title);
  await expect(missing).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await statusOf(briefing)).toBe('todo');
  const taken = await turn();
  const other = scout.withTurn(office.agentId, taken, async () => (await scout.tasks.get(4711)).title);
  await expect(other).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await ada.chats.turn(taken.chat.id, taken.turn.id)).status).toBe('failed');
});

test('a cost that is refused does not spoil those that are told after it', async () => {
  const briefing = await claimed();
  await scout.withClaim(briefing, async (run) => {
    await expect(run.usage({ tokens: -1 })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await run.usage({ dollars: 1 });
    return 'Done';
  });
  const { data } = await ada.usage.list({ groupBy: 'task' });
  expect(data[0]?.usage).toEqual({ dollars: 1 });
});

test('a pause tells it to stop: the signal says why, and the task is given back', async () => {
  const briefing = await claimed();
  const end = await scout.withClaim(
    briefing,
    async ({ signal }) => {
      await ada.agents.update(office.agentId, { paused: true });
      expect(await firing(signal)).toMatchObject({ name: 'StopTold', reason: 'paused' });
      expect(signal.reason).toBeInstanceOf(StopTold);
      throw signal.reason;
    },
    OFTEN,
  );
  expect(end).toMatchObject({ ended: 'released', task: { status: 'todo' } });
});

test('what is done by then may still be handed in', async () => {
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

test('the signal of the options gives the task back', async () => {
  const ends = new AbortController();
  const briefing = await claimed();
  const end = scout.withClaim(briefing, async ({ signal }) => Promise.reject(await firing(signal)), {
    signal: ends.signal,
  });
  ends.abort(new Error('The program ends'));
  expect((await end).ended).toBe('released');
  expect((await scout.claims.next())?.task.taskNumber).toBe(briefing.task.taskNumber);
});

test('it gives back by itself what is to be done later, or not by this agent', async () => {
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

test('what is refused can be handed in otherwise', async () => {
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

test('a result that moves nothing leaves the claim, which is given back in the end', async () => {
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

test('a turn is answered with what the work returns', async () => {
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

test('a turn fails when the work throws, for a person waits; and goes back to the queue when it is ended', async () => {
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

test('a turn whose chat is archived is lost', async () => {
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
