import { refusal, type World, world } from '../testing/world.ts';
import { inMemoryStorage } from './in-memory/index.ts';
import type { Operation } from './operations.ts';
import { Refusal } from './shared/refusal.ts';
import { UnitOfWorkMisuse } from './shared/unit-of-work.ts';
import type { Briefing } from './steps/briefing.ts';

let start: World;
let w: World;
let log: unknown[];

beforeAll(async () => {
  start = await world();
});

beforeEach(async () => {
  log = [];
  const logger = {
    warn: (details: object, message: string) => void log.push([message, details]),
    error: (details: object, message: string) => void log.push([message, details]),
  };
  w = await world({ storage: inMemoryStorage(start.storage), like: start, ports: { logger } });
});

const titles = async () => (await w.tandem.tasks.list(w.admin, {})).items.map(({ title }) => title);

describe('before hooks', () => {
  test('a refusal in a hook undoes the operation, and has the code of the host', async () => {
    w.tandem.before('tasks.create', ({ input, refuse }) => {
      if (!input.tags?.includes('order')) refuse('X_NO_ORDER', 'Tag it order.', { needed: 'order' });
    });
    const refused = await refusal(() => w.tandem.tasks.create(w.admin, { title: 'A' }));
    expect(refused).toMatchObject({
      code: 'X_NO_ORDER',
      kind: 'forbidden',
      message: 'Tag it order.',
      details: { needed: 'order' },
    });
    await w.tandem.tasks.create(w.admin, { title: 'B', tags: ['order'] });
    expect(await titles()).toEqual(['B']);
    expect((await w.tandem.tasks.get(w.admin, 1)).title).toBe('B');
  });

  test('a hook can refuse as a conflict', async () => {
    w.tandem.before('projects.create', ({ refuse }) => refuse('X_FULL', 'Archive one.', {}, 'conflict'));
    const refused = await refusal(() => w.tandem.projects.create(w.admin, { title: 'P' }));
    expect([refused.code, refused.kind]).toEqual(['X_FULL', 'conflict']);
  });

  test('a hook sees the caller, the input, the entity before and the data after', async () => {
    const { taskNumber } = await w.tandem.tasks.create(w.admin, { title: 'A' });
    const seen: unknown[] = [];
    w.tandem.before('tasks.transition', async ({ caller, ids, input, current, stores }) => {
      const after = await stores.tasks.byId(current.id);
      seen.push([caller.name, ids, input.to, current.status, after?.status]);
    });
    await w.tandem.tasks.transition(w.agent, taskNumber, { to: 'in_progress' });
    expect(seen).toEqual([['scout', [taskNumber], 'in_progress', 'todo', 'in_progress']]);
  });

  test.each([
    ['members.update', 'member', (id: string) => w.tandem.members.update(w.admin, id, { displayName: 'B' })],
    ['agents.update', 'agent', (id: string) => w.tandem.agents.update(w.admin, id, { title: 'T' })],
  ] as const)('a hook of %s gets the member before the change', async (operation, who, change) => {
    const seen: unknown[] = [];
    w.tandem.before<Operation>(operation, ({ current }) => void seen.push(current));
    await change(w[who].id);
    expect(seen).toMatchObject([{ id: w[who].id, name: w[who].name }]);
  });

  test('a hook of the workspace gets the workspace, one of a list nothing', async () => {
    const seen: unknown[] = [];
    w.tandem.before('workspace.update', ({ current }) => void seen.push(current.name));
    w.tandem.before('tasks.list', ({ current }) => void seen.push(current));
    await w.tandem.workspace.update(w.admin, { name: 'New' });
    await w.tandem.tasks.list(w.admin, {});
    expect(seen).toEqual(['Acme', null]);
  });

  test('Tandem refuses before a hook runs', async () => {
    const ran = jest.fn();
    w.tandem.before('tasks.create', ran);
    const refused = await refusal(() => w.tandem.tasks.create(w.admin, { title: ' ' }));
    expect(refused.code).toBe('VALIDATION_ERROR');
    expect(ran).not.toHaveBeenCalled();
  });

  test('an error in a hook undoes the operation and is thrown as it is', async () => {
    w.tandem.before('tasks.create', () => {
      throw new RangeError('a bug');
    });
    await expect(w.tandem.tasks.create(w.admin, { title: 'A' })).rejects.toThrow(RangeError);
    expect(await titles()).toEqual([]);
  });

  test.each([
    ['no_prefix', 'M', {}, undefined, /the code no_prefix\. Use X_/],
    ['X_lower', 'M', {}, undefined, /the code X_lower/],
    ['X_A', ' ', {}, undefined, /no message/],
    ['X_A', 'M', { code: 'B' }, undefined, /the detail code/],
    ['X_A', 'M', {}, 'invalid', /the kind invalid\. Use forbidden or conflict/],
  ])('refuse(%j, %j, %j, %j) is an error of the hook', async (code, message, details, kind, problem) => {
    w.tandem.before('tasks.create', ({ refuse }) => refuse(code as 'X_A', message, details, kind as never));
    const error = await w.tandem.tasks.create(w.admin, { title: 'A' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TypeError);
    expect((error as Error).message).toMatch(problem);
  });

  test('a hook cannot write', async () => {
    await w.tandem.tasks.create(w.admin, { title: 'A' });
    w.tandem.before('tasks.update', async ({ current, stores }) => {
      await (
        stores as never as typeof stores & { tasks: { delete(task: object): Promise<void> } }
      ).tasks.delete(current);
    });
    const changing = w.tandem.tasks.update(w.admin, 1, { title: 'B' });
    await expect(changing).rejects.toThrow(/A hook may only read: delete is not one of byNumber/);
    await expect(changing).rejects.toBeInstanceOf(UnitOfWorkMisuse);
    expect(await titles()).toEqual(['A']);
  });

  test('a hook can change neither the data nor the stores that it gets', async () => {
    await w.tandem.tasks.create(w.admin, { title: 'A', tags: ['a'] });
    const tries: ((given: { current: object; input: object; stores: object }) => unknown)[] = [
      ({ current }) => (current as { tags: string[] }).tags.push('b'),
      ({ current }) => Object.assign(current, { title: 'C' }),
      ({ input }) => Object.assign(input, { title: 'C' }),
      ({ stores }) => Object.assign(stores, { tasks: null }),
      ({ stores }) => Reflect.deleteProperty(stores, 'tasks'),
      ({ stores }) => Object.defineProperty((stores as { tasks: object }).tasks, 'byId', { value: null }),
    ];
    for (const change of tries) {
      const stop = w.tandem.before('tasks.update', (given) => void change(given));
      await expect(w.tandem.tasks.update(w.admin, 1, { title: 'B' })).rejects.toThrow();
      stop();
    }
    expect(await w.tandem.tasks.get(w.admin, 1)).toMatchObject({ title: 'A', tags: ['a'] });
  });

  test('the data of a hook is not what the storage in memory holds', async () => {
    const tags = ['a'];
    await w.tandem.tasks.create(w.admin, { title: 'A', tags });
    tags.push('b');
    const { tags: stored } = await w.tandem.tasks.get(w.admin, 1);
    expect(() => (stored as string[]).push('c')).toThrow(TypeError);
    expect((await w.tandem.tasks.get(w.admin, 1)).tags).toEqual(['a']);
  });

  test('hooks of new tasks run for each sub-task of a split, and name its fields', async () => {
    await w.tandem.tasks.create(w.admin, { title: 'A' });
    const created: unknown[] = [];
    w.tandem.before('tasks.create', ({ input, refuse }) => {
      if (input.title === 'Bad') refuse('X_BAD', 'Choose another title.');
    });
    w.tandem.after('tasks.create', ({ input }) => void created.push([input.parentTaskNumber, input.title]));
    const split = (...titles: string[]) =>
      w.tandem.tasks.split(w.admin, 1, { tasks: titles.map((title) => ({ title })) });
    expect((await refusal(() => split('B', 'Bad'))).code).toBe('X_BAD');
    expect([await titles(), created]).toEqual([['A'], []]);
    await split('B', 'C');
    expect(created).toEqual([
      [1, 'B'],
      [1, 'C'],
    ]);
    const { fields } = await refusal(() =>
      w.tandem.tasks.split(w.admin, 1, { tasks: [{ title: 'D' }, { title: 'E', projectId: 'none' }] }),
    );
    expect(Object.keys(fields ?? {})).toEqual(['tasks.1.projectId']);
  });

  test('hooks of relations run for each blocker that a split makes, also with a run key', async () => {
    await w.tandem.tasks.create(w.admin, { title: 'A' });
    const { lease } = await w.tandem.claims.claim(w.agent, 1, { runKey: true });
    const run = await w.tandem.authenticate(lease.runKey);
    const related: unknown[] = [];
    const stop = w.tandem.before('relations.relate', ({ refuse }) => refuse('X_FREE', 'Omit the blockers.'));
    w.tandem.before('relations.relate', async ({ caller, ids: [ref], input, current, stores }) => {
      const blockers = await stores.relations.openBlockers(current.taskNumber);
      related.push([caller.name, ref, input, current.title, blockers.at(-1)?.title]);
    });
    w.tandem.after('relations.relate', ({ result }) => void related.push([result.type, result.task.title]));
    const split = (...blockedBy: (string | number)[]) => {
      const tasks = [
        { title: 'B', key: 'b' },
        { title: 'C', key: 'c' },
        { title: 'D', blockedBy },
      ];
      return w.tandem.tasks.split(run, 1, { tasks });
    };
    expect((await refusal(() => split('b'))).code).toBe('X_FREE');
    expect([await titles(), related]).toEqual([['A'], []]);
    stop();
    await split('b', 'c');
    expect(related).toEqual([
      ['scout', 4, { type: 'blocked_by', taskNumber: 2 }, 'D', 'B'],
      ['scout', 4, { type: 'blocked_by', taskNumber: 3 }, 'D', 'C'],
      ['blocked_by', 'B'],
      ['blocked_by', 'C'],
    ]);
    await w.tandem.tasks.create(w.admin, { title: 'Outside' });
    expect((await refusal(() => split(5))).code).toBe('OUTSIDE_RUN');
    expect((await w.tandem.tasks.get(w.admin, 1)).children.total).toBe(3);
  });

  test.each([
    [
      'tasks.transition',
      'cancel',
      (ref: number) => w.tandem.tasks.transition(w.admin, ref, { to: 'canceled', children: 'cancel' }),
    ],
    [
      'tasks.transition',
      'cancel',
      (ref: number) => w.tandem.tasks.archive(w.admin, ref, { children: 'cancel' }),
    ],
    [
      'tasks.update',
      'detach',
      (ref: number) => w.tandem.tasks.transition(w.admin, ref, { to: 'canceled', children: 'detach' }),
    ],
    ['tasks.update', 'detach', (ref: number) => w.tandem.tasks.archive(w.admin, ref, { children: 'detach' })],
    ['tasks.update', 'delete', (ref: number) => w.tandem.tasks.delete(w.admin, ref)],
  ] as const)(
    'a hook of %s runs for each child when its parent closes: %s',
    async (operation, how, close) => {
      const { tasks } = w.tandem;
      await tasks.create(w.admin, { title: 'A' });
      await tasks.split(w.admin, 1, { tasks: [{ title: 'B' }, { title: 'C' }] });
      await tasks.split(w.admin, 2, { tasks: [{ title: 'D' }] });
      if (how === 'delete') {
        // Its children stay below an archived task.
        for (const ref of [2, 3, 4]) await tasks.archive(w.admin, ref, { children: 'detach' });
        await tasks.archive(w.admin, 1);
      }
      const all = async () =>
        (await tasks.list(w.admin, {})).items.map(({ title, status, parent }) => [
          title,
          status,
          parent?.taskNumber,
        ]);
      const start = await all();
      const done: unknown[] = [];
      w.tandem.after<Operation>(operation, ({ ids }) => void done.push(ids[0]));
      const stop = w.tandem.before<Operation>(operation, ({ ids, refuse }) => {
        if (ids[0] === 3) refuse('X_KEPT', 'C stays.');
      });
      expect((await refusal(() => close(1))).code).toBe('X_KEPT');
      expect([await all(), done]).toEqual([start, []]);
      stop();
      await close(1);
      expect(done.filter((ref) => ref !== 1)).toEqual(how === 'cancel' ? [4, 2, 3] : [2, 3]);
    },
  );

  test('a hook gets no store of secrets', async () => {
    w.tandem.before('tasks.create', ({ stores }) => void (stores as never as { keys: unknown }).keys);
    await expect(w.tandem.tasks.create(w.admin, { title: 'A' })).rejects.toThrow('keys is not one of');
  });

  test('hooks run in order of registration, and an unregistered hook does not run', async () => {
    const ran: number[] = [];
    const [, second] = [1, 2, 3].map((n) => w.tandem.before('tasks.create', () => void ran.push(n)));
    await w.tandem.tasks.create(w.admin, { title: 'A' });
    second?.();
    second?.();
    await w.tandem.tasks.create(w.admin, { title: 'B' });
    expect(ran).toEqual([1, 2, 3, 1, 3]);
  });

  test('hooks run in a unit of several operations, and undo all of it', async () => {
    w.tandem.before('projects.create', ({ refuse }) => refuse('X_FULL', 'Archive one.'));
    const refused = await refusal(() =>
      w.tandem.requests.once(w.admin, null, async ({ tasks, projects }) => {
        await tasks.create(w.admin, { title: 'A' });
        await projects.create(w.admin, { title: 'P' });
        return { status: 201, body: null };
      }),
    );
    expect(refused.code).toBe('X_FULL');
    expect(await titles()).toEqual([]);
  });

  test('a hook of a waiting operation runs in each look', async () => {
    let looks = 0;
    w.tandem.before('claims.next', () => void looks++);
    const waiting = w.tandem.claims.next(w.agent, { wait: 25 });
    await w.held(1);
    const before = looks;
    await w.tandem.tasks.create(w.admin, { title: 'A' });
    expect((await waiting)?.task.title).toBe('A');
    expect(looks).toBeGreaterThan(before);
  });

  test('a slow hook is logged once', async () => {
    w.tandem.before('tasks.create', () => w.time.advance(51));
    w.tandem.before('tasks.create', () => w.time.advance(50));
    for (const title of ['A', 'B']) await w.tandem.tasks.create(w.admin, { title });
    expect(log).toEqual([['slow hook', { hook: 'before tasks.create', ms: 51 }]]);
  });
});

describe('after hooks', () => {
  test('an after hook gets the result, and may change something itself', async () => {
    w.tandem.after('tasks.create', async ({ result, input }) => {
      if (input.title === 'A') await w.tandem.comments.create(w.admin, result.taskNumber, { body: 'Hello' });
    });
    await w.tandem.tasks.create(w.admin, { title: 'A' });
    expect((await w.tandem.comments.list(w.admin, 1, {})).items).toMatchObject([{ body: 'Hello' }]);
  });

  test('an error in an after hook is logged, and the next one runs', async () => {
    const ran = jest.fn();
    w.tandem.after('tasks.create', () => Promise.reject(new Error('mail is down')));
    w.tandem.after('tasks.create', ran);
    await w.tandem.tasks.create(w.admin, { title: 'A' });
    expect(ran).toHaveBeenCalledTimes(1);
    expect(log).toEqual([['hook failed', { hook: 'after tasks.create', error: new Error('mail is down') }]]);
  });

  test('an after hook does not run for a refused operation', async () => {
    const ran = jest.fn();
    w.tandem.after('tasks.create', ran);
    w.tandem.before('tasks.create', ({ refuse }) => refuse('X_NO', 'No.'));
    await refusal(() => w.tandem.tasks.create(w.admin, { title: 'A' }));
    expect(ran).not.toHaveBeenCalled();
  });

  test('after hooks of operations in one unit run after its commit, and not when it is undone', async () => {
    const ran: unknown[] = [];
    // Reading opens a unit, which the open one would refuse.
    w.tandem.after('tasks.create', async ({ result }) => void ran.push(result.title, await titles()));
    const both = (input: object) =>
      w.tandem.requests.once(w.admin, null, async ({ tasks }) => {
        await tasks.create(w.admin, { title: 'A' });
        await tasks.create(w.admin, { title: 'B', ...input });
        return { status: 201, body: null };
      });
    await refusal(() => both({ projectId: 'none' }));
    expect(ran).toEqual([]);
    await both({});
    expect(ran).toEqual(['A', ['B', 'A'], 'B', ['B', 'A']]);
    // Refused before it opened its unit, so the first operation is committed.
    await refusal(() => both({ title: '' }));
    expect(ran.slice(4)).toEqual(['A', ['A', 'B', 'A']]);
  });

  test('an after hook runs once for a request that waits under a key', async () => {
    const ran: unknown[] = [];
    w.tandem.after('claims.next', ({ result }) => void ran.push(result?.task.title));
    const waiting = w.tandem.requests.once(w.agent, null, async ({ claims }) => {
      const briefing = await claims.next(w.agent, { wait: 25 });
      return { status: 200, body: briefing?.task.title ?? null };
    });
    await w.held(1);
    await w.tandem.tasks.create(w.admin, { title: 'A' });
    await waiting;
    expect(ran).toEqual(['A']);
  });
});

describe('tasks that are handed out', () => {
  const WAYS = {
    'claims.next': async (wait?: number) =>
      (await w.tandem.claims.next(w.agent, { wait }))?.task.title ?? null,
    'work.next': async (wait?: number) => {
      const work = await w.tandem.work.next(w.agent, w.agent.id, { wait });
      return work?.kind === 'task' ? work.task.title : null;
    },
    'a repeatable request': async () =>
      titleIn(
        await w.tandem.requests.once(w.agent, { key: 'k', request: 'r', payload: '' }, async ({ claims }) => {
          const briefing = await claims.next(w.agent, {});
          return { status: 200, body: briefing?.task.title ?? null };
        }),
      ),
  };
  const titleIn = (done: object) => ('answer' in done ? (done.answer as { body: string | null }).body : null);
  const create = (title: string, more = {}) => w.tandem.tasks.create(w.admin, { title, ...more });
  const noSecrets = () =>
    w.tandem.before('claims.claim', ({ current, refuse }) => {
      if (current.tags.includes('secret')) refuse('X_SECRET', 'Leave it to people.');
    });

  test.each(Object.entries(WAYS))('%s skips the tasks that a hook of claims refuses', async (_way, next) => {
    for (const title of ['A', 'B']) await create(title, { tags: ['secret'], priority: 'p0' });
    await create('C');
    const stop = noSecrets();
    expect(await next()).toBe('C');
    await w.tandem.agents.update(w.admin, w.agent.id, { maxClaims: 3 });
    expect((await w.tandem.claims.next(w.agent, {})) ?? null).toBeNull();
    expect((await w.tandem.tasks.get(w.admin, 1)).status).toBe('todo');
    stop();
    expect((await w.tandem.claims.next(w.agent, {}))?.task.title).toBe('A');
  });

  test('hooks of claims see the offer as a claim of that task, and its result', async () => {
    const seen: unknown[] = [];
    w.tandem.before('claims.claim', ({ caller, ids, input, current }) => {
      seen.push([caller.name, ids, input, current.status]);
    });
    w.tandem.after('claims.claim', ({ ids, result }) => void seen.push([ids, result.task.status]));
    await create('A');
    await w.tandem.claims.next(w.agent, { leaseSeconds: 60, runKey: true });
    expect(seen).toEqual([
      ['scout', [1], { agentId: w.agent.id, leaseSeconds: 60, runKey: true }, 'todo'],
      [[1], 'in_progress'],
    ]);
  });

  test('a task that a policy forbids the agent to start is skipped', async () => {
    await create('A', { tags: ['slow'], priority: 'p0' });
    await create('B');
    w.tandem.policy(
      'tasks.transition',
      ({ caller, task }) => caller.type !== 'agent' || !task.tags.includes('slow'),
    );
    expect(await WAYS['claims.next']()).toBe('B');
  });

  test('a waiting agent goes on waiting for a task that a hook lets it have', async () => {
    noSecrets();
    const waiting = WAYS['work.next'](25);
    await w.held(1);
    await create('A', { tags: ['secret'] });
    await w.held(1);
    await create('B');
    expect(await waiting).toBe('B');
  });

  test('a refused resumption leaves the claim as it is', async () => {
    await create('A');
    await w.tandem.claims.next(w.agent, {});
    w.tandem.before('claims.claim', ({ refuse }) => refuse('X_NO', 'Finish it.'));
    expect((await refusal(() => w.tandem.claims.next(w.agent, { resume: true }))).code).toBe('CLAIM_LIMIT');
    expect((await w.tandem.tasks.get(w.admin, 1)).claim?.attempt).toBe(1);
  });

  test('a look asks about 100 tasks', async () => {
    for (let i = 0; i < 101; i++) await create('A', { tags: ['secret'] });
    await create('B', { priority: 'p3' });
    let asked = 0;
    w.tandem.before('claims.claim', () => void asked++);
    noSecrets();
    expect(await WAYS['claims.next']()).toBeNull();
    expect(asked).toBe(100);
  });

  test('an error in a hook is no refusal', async () => {
    await create('A');
    w.tandem.before('claims.claim', () => {
      throw new RangeError('a bug');
    });
    await expect(w.tandem.claims.next(w.agent, {})).rejects.toThrow(RangeError);
  });
});

describe('policies', () => {
  const noRush = () =>
    w.tandem.policy('tasks.transition', ({ caller, task, to }) =>
      caller.type === 'human' || !task.tags.includes('slow') || to !== 'canceled'
        ? true
        : { refuse: { code: 'X_SLOW', message: 'Ask Ada.', details: { who: 'ada' }, kind: 'conflict' } },
    );

  test('a refused move has the code of the host and the moves that are left', async () => {
    await w.tandem.tasks.create(w.admin, { title: 'A', tags: ['slow'] });
    const stop = noRush();
    const refused = await refusal(() => w.tandem.tasks.transition(w.agent, 1, { to: 'canceled' }));
    expect(refused).toMatchObject({ code: 'X_SLOW', kind: 'conflict', message: 'Ask Ada.' });
    expect(refused.details).toEqual({ who: 'ada', validTransitions: ['backlog', 'in_progress', 'waiting'] });
    stop();
    await w.tandem.tasks.transition(w.agent, 1, { to: 'canceled' });
  });

  test('validTransitions of another refusal omits a refused move', async () => {
    await w.tandem.tasks.create(w.admin, { title: 'A', tags: ['slow'] });
    noRush();
    const refused = await refusal(() => w.tandem.tasks.transition(w.agent, 1, { to: 'done' }));
    expect(refused.code).toBe('INVALID_TRANSITION');
    expect(refused.details).toEqual({ validTransitions: ['backlog', 'in_progress', 'waiting'] });
    const person = await refusal(() => w.tandem.tasks.transition(w.admin, 1, { to: 'done' }));
    expect(person.details.validTransitions).toContain('canceled');
  });

  test('false refuses a move as X_POLICY', async () => {
    await w.tandem.tasks.create(w.admin, { title: 'A' });
    w.tandem.policy('tasks.transition', ({ to }) => to === 'in_progress');
    const refused = await refusal(() => w.tandem.tasks.transition(w.admin, 1, { to: 'canceled' }));
    expect(refused).toMatchObject({ code: 'X_POLICY', details: { validTransitions: ['in_progress'] } });
  });

  const inProgress = async () => {
    await w.tandem.workspace.update(w.admin, { agentCompletion: true });
    await w.tandem.tasks.create(w.admin, { title: 'A', status: 'in_progress' });
  };
  const forbid = (status: string) => w.tandem.policy('tasks.transition', ({ to }) => to !== status);

  test('a policy decides on results', async () => {
    await inProgress();
    forbid('done');
    const result = { outcome: 'succeeded', summary: 'S', to: 'done' } as const;
    expect((await refusal(() => w.tandem.results.post(w.agent, 1, result))).code).toBe('X_POLICY');
  });

  test('a policy decides on reviews', async () => {
    await inProgress();
    await w.tandem.results.post(w.agent, 1, { outcome: 'succeeded', summary: 'S' });
    forbid('done');
    const refused = await refusal(() => w.tandem.results.review(w.admin, 1, { verdict: 'accepted' }));
    expect(refused.code).toBe('X_POLICY');
  });

  test('a policy decides on the wait for sub-tasks', async () => {
    await w.tandem.tasks.create(w.admin, { title: 'A' });
    const { lease } = (await w.tandem.claims.next(w.agent, {})) as Briefing;
    forbid('waiting');
    const wait = { token: lease.token, tasks: [{ title: 'B' }], then: 'wait' } as const;
    expect((await refusal(() => w.tandem.tasks.split(w.agent, 1, wait))).code).toBe('X_POLICY');
    expect(await titles()).toEqual(['A']);
  });

  test('a policy decides on the claim of a task', async () => {
    await w.tandem.tasks.create(w.admin, { title: 'A' });
    forbid('in_progress');
    const refused = await refusal(() => w.tandem.claims.claim(w.agent, 1, {}));
    expect([refused.code, (await w.tandem.tasks.get(w.admin, 1)).status]).toEqual(['X_POLICY', 'todo']);
  });

  test('all policies must allow a move', async () => {
    await w.tandem.tasks.create(w.admin, { title: 'A' });
    for (const status of ['backlog', 'waiting', 'canceled']) forbid(status);
    const refused = await refusal(() => w.tandem.tasks.transition(w.admin, 1, { to: 'done' }));
    expect(refused.details.validTransitions).toEqual(['in_progress']);
  });

  test('a policy that returns a promise is an error', async () => {
    await w.tandem.tasks.create(w.admin, { title: 'A' });
    w.tandem.policy('tasks.transition', (async () => false) as never);
    await expect(w.tandem.tasks.transition(w.admin, 1, { to: 'canceled' })).rejects.toThrow(
      'A policy must return true, false or { refuse }',
    );
  });
});

test('an unknown operation does not compile, and is refused with a suggestion', () => {
  // @ts-expect-error tasks.creat is not an operation.
  expect(() => w.tandem.before('tasks.creat', () => undefined)).toThrow(
    new TypeError('There is no operation tasks.creat. Did you mean tasks.create?'),
  );
  // @ts-expect-error expireLeases has no caller.
  expect(() => w.tandem.after('turns.expireLeases', () => undefined)).toThrow('no operation');
  // @ts-expect-error Policies exist for tasks.transition only.
  expect(() => w.tandem.policy('tasks.create', () => true)).toThrow(TypeError);
});

test('inputs, entities and results of hooks are typed', () => {
  w.tandem.before('comments.update', ({ ids: [ref, commentId], input: { body }, current }) => {
    // @ts-expect-error A body is a string.
    const wrong: number = body;
    return void [ref, commentId.length, current.taskNumber, wrong];
  });
  // @ts-expect-error A list has no current entity.
  w.tandem.before('tasks.list', ({ current }) => void current.id);
  // @ts-expect-error Hooks cannot write.
  w.tandem.before('tasks.create', ({ stores }) => stores.tasks.insert({}));
  w.tandem.after('tasks.delete', ({ result }) => void result.title.length);
  expect(new Refusal('X_A', 'M').kind).toBe('forbidden');
});
