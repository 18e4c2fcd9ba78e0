import { type Running, running } from '../testing/service.ts';

let office: Running;
beforeEach(async () => {
  office = await running();
});
afterEach(() => office.stop());

/** What was asked to be waited for, and a fetch that lets go at once, as a service does that stops. */
function letGo() {
  const waits: unknown[] = [];
  const fetching: typeof fetch = async (input, init) => {
    const body = JSON.parse(String(init?.body)) as { wait: unknown };
    waits.push(body.wait);
    return fetch(input, { ...init, body: JSON.stringify({ ...body, wait: 0 }) });
  };
  return { waits, fetch: fetching };
}

test('a wait that is longer than a request is held goes on until there is something', async () => {
  const { waits, fetch } = letGo();
  const scout = office.as('scout', { fetch });
  const next = scout.work.next(office.agentId, { wait: Infinity });
  await new Promise((resolve) => setTimeout(resolve, 1200));
  const { taskNumber } = await office.as('ada').tasks.create({ title: 'At last', assignedTo: 'scout' });
  expect(await next).toMatchObject({ kind: 'task', task: { taskNumber } });
  // A service that lets go at once is not asked again at once.
  expect(waits.length).toBeLessThan(6);
  expect(new Set(waits)).toEqual(new Set([25]));
});

test("a wait of 'forever' is one without an end, and its answer is typed as never null", async () => {
  const { waits, fetch } = letGo();
  const scout = office.as('scout', { fetch });
  const next = scout.claims.next({ wait: 'forever' }).then(({ task }) => task.title);
  await office.as('ada').tasks.create({ title: 'At last', assignedTo: 'scout' });
  expect(await next).toBe('At last');
  expect(new Set(waits)).toEqual(new Set([25]));
  const soon = AbortSignal.timeout(50);
  const work = scout.work.next(office.agentId, { wait: 'forever', kinds: ['turn'] }, { signal: soon });
  await expect(work.then(({ kind }) => kind)).rejects.toThrow('timeout');
});

test('a client that starts again goes on with the task that its agent holds', async () => {
  const scout = office.as('scout');
  const { taskNumber } = await office.as('ada').tasks.create({ title: 'Begun', assignedTo: 'scout' });
  await scout.claims.next();
  expect((await scout.claims.next({ wait: 'forever', resume: true })).task.taskNumber).toBe(taskNumber);
});

test('a wait ends when its time is over, with nothing', async () => {
  const { waits, fetch } = letGo();
  const clock = jest.spyOn(performance, 'now');
  // Whole milliseconds: fractions of them add up to a little more.
  const beganAt = Math.round(performance.now());
  clock.mockImplementation(() => beganAt + waits.length * 13_000);
  expect(await office.as('scout', { fetch }).claims.next({ wait: 30 })).toBeNull();
  expect(waits).toEqual([25, 17, 4]);
  clock.mockRestore();
});

test('a turn is waited for until it has ended', async () => {
  const ada = office.as('ada');
  const { thread, turn } = await ada.chats.start({ agentId: office.agentId, body: 'Hello?' });
  const answered = ada.chats.turn(thread.id, turn.id, { wait: 300 });
  const scout = office.as('scout');
  const taken = await scout.turns.claim(office.agentId);
  const token = taken?.lease.token ?? '';
  await scout.turns.reply(office.agentId, turn.id, { token, body: 'Yes.' });
  expect(await answered).toMatchObject({ status: 'complete', reply: { body: 'Yes.' } });
});

test('a service that stops and comes back does not end a wait that has begun', async () => {
  let isAway = false;
  const away: string[] = [];
  const { fetch: letting } = letGo();
  const scout = office.as('scout', {
    tries: 1,
    fetch: (input, init) => (isAway ? Promise.reject(new TypeError('away')) : letting(input, init)),
    onRetry: ({ code }) => away.push(code),
  });
  const next = scout.work.next(office.agentId, { wait: Infinity });
  setTimeout(() => {
    isAway = true;
  }, 500);
  setTimeout(() => {
    isAway = false;
  }, 2500);
  await new Promise((resolve) => setTimeout(resolve, 2500));
  await office.as('ada').tasks.create({ title: 'Back again', assignedTo: 'scout' });
  expect((await next)?.kind).toBe('task');
  expect(away).toContain('UNREACHABLE');
});

test('a wait that nobody has answered yet gives up as other requests do', async () => {
  const scout = office.as('scout', { tries: 2, fetch: () => Promise.reject(new TypeError('away')) });
  await expect(scout.work.next(office.agentId, { wait: Infinity })).rejects.toMatchObject({
    code: 'UNREACHABLE',
  });
});
