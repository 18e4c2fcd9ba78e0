import { type Running, running } from '../testing/service.ts';

let office: Running;
beforeEach(async () => {
  office = await running();
});
afterEach(() => office.stop());

/** The waits that were requested, and a fetch that returns at once, like a stopping service. */
function letGo() {
  const waits: unknown[] = [];
  const fetching: typeof fetch = async (input, init) => {
    const body = JSON.parse(String(init?.body)) as { wait: unknown };
    waits.push(body.wait);
    return fetch(input, { ...init, body: JSON.stringify({ ...body, wait: 0 }) });
  };
  return { waits, fetch: fetching };
}

test('a wait longer than a request can be held continues until there is a result', async () => {
  const { waits, fetch } = letGo();
  const scout = office.as('scout', { fetch });
  const next = scout.work.next(office.agentId, { wait: Infinity });
  await new Promise((resolve) => setTimeout(resolve, 1200));
  const { taskNumber } = await office.as('ada').tasks.create({ title: 'At last', assignedTo: 'scout' });
  expect(await next).toMatchObject({ kind: 'task', task: { taskNumber } });
  // The client pauses before it asks again.
  expect(waits.length).toBeLessThan(6);
  expect(new Set(waits)).toEqual(new Set([25]));
});

test("a wait of 'forever' has no end, and its result type excludes null", async () => {
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

test('a restarted client continues with the task that its agent holds', async () => {
  const scout = office.as('scout');
  const { taskNumber } = await office.as('ada').tasks.create({ title: 'Begun', assignedTo: 'scout' });
  await scout.claims.next();
  expect((await scout.claims.next({ wait: 'forever', resume: true })).task.taskNumber).toBe(taskNumber);
});

test('a wait ends without a result when its time is over', async () => {
  const { waits, fetch } = letGo();
  const clock = jest.spyOn(performance, 'now');
  // Whole milliseconds avoid rounding errors.
  const beganAt = Math.round(performance.now());
  clock.mockImplementation(() => beganAt + waits.length * 13_000);
  expect(await office.as('scout', { fetch }).claims.next({ wait: 30 })).toBeNull();
  expect(waits).toEqual([25, 17, 4]);
  clock.mockRestore();
});

test('waits for a turn until it has ended', async () => {
  const ada = office.as('ada');
  const { thread, turn } = await ada.chats.start({ agentId: office.agentId, body: 'Hello?' });
  const answered = ada.chats.turn(thread.id, turn.id, { wait: 300 });
  const scout = office.as('scout');
  const taken = await scout.turns.claim(office.agentId);
  const token = taken?.lease.token ?? '';
  await scout.turns.reply(office.agentId, turn.id, { token, body: 'Yes.' });
  expect(await answered).toMatchObject({ status: 'complete', reply: { body: 'Yes.' } });
});

test('a restart of the service does not end a wait in progress', async () => {
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

test('a wait gives up like other requests if the service never responded', async () => {
  const scout = office.as('scout', { tries: 2, fetch: () => Promise.reject(new TypeError('away')) });
  await expect(scout.work.next(office.agentId, { wait: Infinity })).rejects.toMatchObject({
    code: 'UNREACHABLE',
  });
});
