import { type CallerName, outcome, refusal, type World, world } from '../../../testing/world.ts';
import type { Caller } from '../../access/caller.ts';
import type { ClaimQuery } from '../../claims/use-cases/next.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { Subjects } from '../../subjects.ts';
import type { Answered, Keyed } from './requests.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

type Work = (subjects: Subjects) => Promise<Answered>;

const keyed = (more: Partial<Keyed> = {}): Keyed => ({
  key: 'k',
  request: 'POST /tasks',
  payload: 'A task',
  ...more,
});
/** The outcome as `title`, or as a replay. */
const once = async (work: Work, more: Partial<Keyed> = {}, by: Caller = w.admin): Promise<string> => {
  const done = await w.tandem.requests.once(by, keyed(more), work);
  return 'answer' in done ? `made ${done.answer.body}` : `again ${done.replay.status} ${done.replay.body}`;
};
const creating =
  (title = 'A task', by: Caller = w.admin): Work =>
  async ({ tasks }) => ({ status: 201, body: `${(await tasks.create(by, { title })).taskNumber}` });
const titles = async (by: Caller = w.admin) =>
  (await w.tandem.tasks.list(by, {})).items.map(({ title }) => title).reverse();

describe('a request under a key', () => {
  test('a request with a key is executed once, and then replayed', async () => {
    expect(await once(creating())).toBe('made 1');
    expect(await once(creating())).toBe('again 201 1');
    expect(await titles()).toEqual(['A task']);
  });

  test('of many concurrent requests with the same key one is executed', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => once(creating())));
    expect(all.sort()).toEqual([...Array(4).fill('again 201 1'), 'made 1']);
    expect(await titles()).toEqual(['A task']);
  });

  test('a key with another payload is refused, and changes nothing', async () => {
    await once(creating());
    expect((await refusal(() => once(creating(), { payload: 'Another' }))).code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
    expect(await titles()).toEqual(['A task']);
  });

  test('a key is separate for each operation and path', async () => {
    await once(creating());
    expect(await once(creating(), { request: 'POST /projects' })).toBe('made 2');
  });

  test('a key is separate for each workspace', async () => {
    await once(creating());
    expect(await once(creating('Theirs', w.other.admin), {}, w.other.admin)).toBe('made 1');
    expect([await titles(), await titles(w.other.admin)]).toEqual([['A task'], ['Theirs']]);
  });

  // biome-ignore format: a table
  test.each<[CallerName, CallerName, string]>([
    ['admin',   'member',         'made 2'],
    ['admin',   'service',        'made 2'],
    ['service', 'admin',          'made 2'],
    ['service', 'runtime',        'made 2'],
    ['agent',   'runtime',        'made 2'],
    ['member',  'actingAsMember', 'again 201 1'],
    ['agent',   'actingAsAgent',  'again 201 1'],
  ])('the same key from %s and then from %s: %s', async (first, second, expected) => {
    await once(creating('A task', w[first]), {}, w[first]);
    expect(await once(creating('A task', w[second]), {}, w[second])).toBe(expected);
  });

  test('a key works across all keys of a member', async () => {
    await once(creating());
    expect(await once(creating(), {}, await w.caller('ada', 'person'))).toBe('again 201 1');
  });

  test('a refused request leaves nothing behind, and its key unused', async () => {
    const half: Work = async ({ tasks }) => {
      await tasks.create(w.admin, { title: 'Half' });
      await tasks.transition(w.admin, 99, { to: 'done' });
      return { status: 200, body: null };
    };
    expect(await outcome(() => once(half))).toBe('NOT_FOUND');
    expect(await titles()).toEqual([]);
    expect(await once(creating())).toBe('made 1');
  });

  test('a failed request leaves nothing behind, and its key unused', async () => {
    const failing: Work = async ({ tasks }) => {
      await tasks.create(w.admin, { title: 'Half' });
      throw new Error('a fault');
    };
    await expect(once(failing)).rejects.toThrow('a fault');
    expect(await titles()).toEqual([]);
    expect(await once(creating())).toBe('made 1');
  });

  test('a refusal outside the unit keeps the changes of the unit, and leaves the key unused', async () => {
    const refusedLater: Work = async (subjects) => {
      await creating()(subjects);
      throw new Refusal('DUPLICATE_RELATION', 'It is there.');
    };
    expect(await outcome(() => once(refusedLater))).toBe('DUPLICATE_RELATION');
    expect(await titles()).toEqual(['A task']);
    expect(await once(creating())).toBe('made 2');
  });

  test('repeating a request whose response is shown only once is refused with advice', async () => {
    const secretOnce = 'Make another.';
    expect(await once(creating(), { secretOnce })).toBe('made 1');
    const { code, message } = await refusal(() => once(creating(), { secretOnce }));
    expect([code, message]).toEqual(['IDEMPOTENCY_KEY_REUSED', expect.stringContaining(secretOnce)]);
    const stored = await w.storage.read(w.workspaceId, ({ answers }) =>
      answers.recall(w.admin.id, 'k', 'POST /tasks'),
    );
    expect(stored).toMatchObject({ status: 201, body: null });
  });

  test('a long description is stored once for many changes of a task, and each is replayed byte for byte', async () => {
    const { id } = await w.tandem.tasks.create(w.admin, { title: 'Large', description: 'é'.repeat(100_000) });
    const renaming =
      (title: string): Work =>
      async ({ tasks }) => ({
        status: 200,
        body: JSON.stringify(await tasks.update(w.admin, id, { title })),
      });
    const rename = (n: number) => w.tandem.requests.once(w.admin, keyed({ key: `k${n}` }), renaming(`${n}`));
    type Done = Awaited<ReturnType<typeof rename>>;
    const first: Done[] = [];
    for (let n = 0; n < 50; n++) first.push(await rename(n));
    const again: Done[] = [];
    for (let n = 0; n < 50; n++) again.push(await rename(n));
    const bodyOf = (done: Done) => ('answer' in done ? done.answer : done.replay).body;
    expect(again.every((done) => 'replay' in done)).toBe(true);
    expect(again.map(bodyOf)).toEqual(first.map(bodyOf));
    const stored = await w.storage.read(w.workspaceId, async ({ answers }) => {
      const rows = await Promise.all(first.map((_, n) => answers.recall(w.admin.id, `k${n}`, 'POST /tasks')));
      const hashes = rows.flatMap((row) => row?.longTexts?.map(([, source]) => String(source)) ?? []);
      const texts = await answers.texts([...new Set(hashes)]);
      return [...rows.map((row) => row?.body ?? ''), ...texts.values()].join('').length;
    });
    expect(stored).toBeLessThan(200_000);
  });

  test('a replay with a missing long text is refused, and not executed again', async () => {
    const body = JSON.stringify('x'.repeat(2_000));
    const long: Work = async ({ tasks }) => {
      await tasks.create(w.admin, { title: 'One' });
      return { status: 201, body };
    };
    await once(long);
    await w.storage.write(w.workspaceId, ({ answers }) => answers.forgetTexts(Number.MAX_SAFE_INTEGER, 10));
    expect(await outcome(() => once(long))).toBe('UNAVAILABLE');
    expect(await titles()).toEqual(['One']);
  });

  test('a long text is kept until its response is forgotten', async () => {
    const DAY = 24 * 60 * 60 * 1000;
    const body = JSON.stringify('x'.repeat(2_000));
    const long: Work = async () => ({ status: 200, body });
    await once(long);
    w.time.advance(59 * 60_000);
    await once(long, { key: 'later' });
    w.time.advance(DAY - 59 * 60_000 + 1);
    await w.tandem.requests.forget(DAY);
    expect(await once(long, { key: 'later' })).toBe(`again 200 ${body}`);
    w.time.advance(3 * 60 * 60_000);
    await w.tandem.requests.forget(DAY);
    const texts = await w.storage.write(w.workspaceId, ({ answers }) => answers.forgetTexts(1e15, 10));
    expect(texts).toBe(0);
  });

  test('a response is replayed until it is forgotten', async () => {
    const DAY = 24 * 60 * 60 * 1000;
    await once(creating());
    w.time.advance(DAY);
    expect(await w.tandem.requests.forget(DAY)).toBe(0);
    expect(await once(creating())).toBe('again 201 1');
    w.time.advance(1);
    expect(await w.tandem.requests.forget(DAY)).toBe(1);
    expect(await once(creating())).toBe('made 2');
  });
});

test('without a key each request is executed in its own unit of work', async () => {
  const { tandem, admin } = w;
  const done = [
    await tandem.requests.once(admin, null, creating()),
    await tandem.requests.once(admin, null, creating()),
  ];
  expect(done).toMatchObject([{ answer: { body: '1' } }, { answer: { body: '2' } }]);
});

test('a request changes nothing in another workspace', async () => {
  await expect(once(creating('Theirs', w.other.admin))).rejects.toThrow('unit of work');
});

describe('a request under a key that waits', () => {
  const claiming =
    (query: ClaimQuery = { wait: 25 }): Work =>
    async ({ claims }) => {
      const briefing = await claims.next(w.agent, query);
      return {
        status: briefing ? 200 : 204,
        body: briefing && `${briefing.task.title} ${briefing.lease.token}`,
      };
    };
  const claim = (query?: ClaimQuery) => once(claiming(query), { request: 'POST /tasks/claim' }, w.agent);

  test('a waiting request runs outside a unit of work, and its replay has the same token', async () => {
    const waiting = claim();
    await w.held(1);
    await w.tandem.tasks.create(w.admin, { title: 'Later' });
    const first = await waiting;
    expect(first).toMatch(/^made Later \w+/);
    expect(await claim()).toBe(first.replace('made', 'again 200'));
  });

  test('of two waiting requests with the same key one claims, and the other is a replay', async () => {
    const waiting = [claim(), claim()];
    await w.held(2);
    await w.tandem.tasks.create(w.admin, { title: 'One' });
    await w.tandem.tasks.create(w.admin, { title: 'Another' });
    w.time.advance(25_000);
    const [first = '', second = ''] = (await Promise.all(waiting)).sort();
    expect(first.replace('again 200', 'made')).toBe(second);
    const held = (await w.tandem.tasks.list(w.admin, {})).items.filter((task) => task.claim !== null);
    expect(held).toHaveLength(1);
  });

  test('a wait without a result stores nothing, and a repeat waits again', async () => {
    const waiting = claim();
    await w.held(1);
    w.time.advance(25_000);
    expect(await waiting).toBe('made null');
    await w.tandem.tasks.create(w.admin, { title: 'Later' });
    expect(await claim({})).toMatch(/^made Later/);
  });

  test('a waiting request passes on signals that it does not use', async () => {
    await w.tandem.projects.create(w.admin, { title: 'P' });
    const fox = await w.newAgent('fox');
    const waiting = claim();
    const other = w.tandem.claims.next(fox, { wait: 25 });
    await w.held(2);
    await w.tandem.agents.update(w.admin, w.agent.id, { paused: true });
    await w.tandem.tasks.create(w.admin, { title: 'For anybody' });
    expect((await other)?.task.title).toBe('For anybody');
    w.time.advance(25_000);
    expect(await waiting).toBe('made null');
  });

  test('a waiting request is refused when its key was revoked meanwhile', async () => {
    const waiting = outcome(() => claim());
    await w.held(1);
    await w.tandem.keys.revoke(w.admin, w.agent.key.id);
    await w.tandem.tasks.create(w.admin, { title: 'Later' });
    expect(await waiting).toBe('UNAUTHENTICATED');
  });
});
