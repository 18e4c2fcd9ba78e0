import fc from 'fast-check';
import { inMemoryStorage } from '../../src/in-memory/index.ts';
import type { Caller, Hit, SearchQuery, Storage, Tandem } from '../../src/index.ts';
import { newTeam } from '../team.ts';
import { begun } from './begun.ts';

type World = Awaited<ReturnType<typeof begun>>;

/** All results of a search: a page can be short or empty without being the last. */
async function all(tandem: Tandem, me: Caller, query: SearchQuery): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (let after = query.after, more = true; more; ) {
    const page = await tandem.search.find(me, { ...query, after });
    if (page.items.length > (query.limit ?? 25)) throw new Error('The page exceeds its limit');
    expect(page.positions).toHaveLength(page.items.length);
    hits.push(...page.items);
    more = page.next !== null;
    after = page.next ?? undefined;
  }
  return hits;
}

const named = ({ type, taskNumber, title }: Hit) => (type === 'task' ? `#${taskNumber}` : `${type} ${title}`);

/** [title, query, whether it is found] */
const SCRIPTS: readonly (readonly [string, string, boolean])[] = [
  ['Deploy the billing service', 'deploy', true],
  ['Deploy the billing service', 'DEPLOY service', true],
  ['Deploy the billing service', 'bill', true],
  ['Deploy the billing service', 'bill service', false],
  ['Deploy the billing service', 'eploy', false],
  ['Straße', 'strasse', true],
  ['STRASSE', 'straße', true],
  ['İstanbul', 'istanbul', true],
  ['ISPARTA', 'ısparta', true],
  ['ıspanak', 'ISPANAK', true],
  ['ﬁnd the oﬃce', 'find office', true],
  ['café', 'cafe\u0301', true],
  ['cafe\u0301', 'CAFÉ', true],
  ['Łódź and Ærøskøbing', 'lodz aeroskobing', true],
  ['Ёлка', 'елка', true],
  ['ПРИВЕТ мир', 'привет', true],
  ['ὈΔΥΣΣΕΎΣ', 'οδυσσευς', true],
  ['مُحَمَّد', 'محمد', true],
  ['كـــتاب', 'كتاب', true],
  ['שָׁלוֹם', 'שלום', true],
  ['학교에서 만나요', '학교', true],
  ['北京市东城区', '东城', true],
  ['北京市东城区', '京市东', true],
  ['北京市东城区', '区', true],
  ['北京市东城区', '上海', false],
  ['第3章を読む', '読む', true],
  ['ﾊﾝｶｸの文字', 'ハンカク', true],
  ['สวัสดีชาวโลก', 'ชาวโลก', true],
  ['हिन्दी में', 'हिन्दी', true],
  ['हिन्दी में', 'हिन्दा', false],
  ['Fire 🔥 drill', '🔥', true],
  ['👩‍💻 at work', '💻', true],
  ['Fly 🇩🇪', '🇩🇪', true],
  ['Release v2 of ABC123', 'abc12', true],
  ['Release v2 of ABC123', '123', false],
  ['snake_case_name', 'case', true],
  ['C++ and C#', 'c++', true],
  ['Buy milk AND bread', 'milk and', true],
  ['Buy milk or bread', 'milk AND bread', false],
  ['Buy milk', 'milk*', true],
  ['Buy milk', 'mi*lk', false],
  ['Buy milk', '"milk"', true],
  ['Buy milk', '-milk', true],
  ['Buy milk', 'buy NOT milk', false],
  ['Buy milk', 'NEAR(buy milk)', false],
  ['Buy milk', '***', false],
  ['title words', 'title:words', true],
  ["a'b\\c", "a'b\\c", true],
  ['100% & more | less ! (all) <-> :*', 'more & less', true],
  ['soft\u00adhyphen', 'softhyphen', true],
  [`${'long'.repeat(40)} word`, 'long'.repeat(40), true],
];

/** The contract of every Storage for search (docs/rules.md, Search). */
export function search(open: () => Promise<Storage>): void {
  const world = async (): Promise<World> => begun(await open());
  const found = async ({ tandem, me }: World, q: string, more: Partial<SearchQuery> = {}) =>
    (await all(tandem, me, { q, ...more })).map(named);

  test('search finds words in every script, ignoring case and diacritics, and queries have no syntax', async () => {
    const { tandem, me } = await world();
    const titles = [...new Set(SCRIPTS.map(([title]) => title))];
    for (const title of titles) await tandem.tasks.create(me, { title });
    for (const [title, q, is] of SCRIPTS) {
      const numbers = (await all(tandem, me, { q })).map(({ taskNumber }) => taskNumber);
      expect([title, q, numbers.includes(titles.indexOf(title) + 1)]).toEqual([title, q, is]);
    }
  });

  test('results with the words in the title come first, open before closed, and newer before older', async () => {
    const w = await world();
    const { tandem, me } = w;
    const task = (title: string, status: 'todo' | 'done' = 'todo', description: string | null = null) =>
      tandem.tasks.create(me, { title, status, description });
    await task('other', 'done', 'the boiler'); // 1
    await task('boiler', 'done'); // 2
    await tandem.goals.create(me, { title: 'Warm', description: 'a new boiler' });
    await task('boiler'); // 3
    await tandem.projects.create(me, { title: 'Boiler room' });
    await task('other', 'todo', 'the boiler'); // 4
    await tandem.initiatives.create(me, { name: 'Boilers', status: 'completed' });
    await task('boiler', 'canceled' as 'done'); // 5
    await task('Boilerplate'); // 6
    await task('other', 'canceled' as 'done', 'the boiler'); // 7
    const expected = [
      ...['#6', 'project Boiler room', '#3', '#5', 'initiative Boilers', '#2'],
      ...['#4', 'goal Warm', '#7', '#1'],
    ];
    expect(await found(w, 'boiler')).toEqual(expected);
    expect(await found(w, 'boiler', { limit: 1 })).toEqual(expected);
    expect(await found(w, 'boiler', { limit: 4 })).toEqual(expected);
    expect(await found(w, 'boiler', { types: ['project', 'goal'] })).toEqual([
      'project Boiler room',
      'goal Warm',
    ]);
    expect(await found(w, 'boiler', { types: ['task'], limit: 3 })).toEqual(
      expected.filter((name) => name.startsWith('#')),
    );
  });

  test('a number finds the task with that number first, and only once', async () => {
    const w = await world();
    const { tandem, me } = w;
    for (const title of ['one', 'two 3', 'three 3', 'four 3']) await tandem.tasks.create(me, { title });
    expect(await found(w, '3')).toEqual(['#3', '#4', '#2']);
    expect(await found(w, '#3', { limit: 1 })).toEqual(['#3', '#4', '#2']);
    expect(await found(w, '1')).toEqual(['#1']);
    expect(await found(w, '99')).toEqual([]);
    expect(await found(w, '3 two')).toEqual(['#2']);
    expect(await found(w, '1', { types: ['project'] })).toEqual([]);
    await tandem.tasks.transition(me, 1, { to: 'canceled' });
    await tandem.tasks.archive(me, 1);
    expect(await found(w, '1')).toEqual([]);
    expect(await found(w, '1', { archived: true })).toEqual(['#1']);
  });

  test('a task matches by all its texts together, and its snippet comes from the one with the most words', async () => {
    const w = await world();
    const { tandem, me } = w;
    const bot = { name: 'bot', displayName: 'Bot', emoji: '*', model: 'm' };
    await tandem.agents.create(me, bot);
    const description = `${'x '.repeat(300)} The valve leaks. ${'y '.repeat(300)}`;
    const task = await tandem.tasks.create(me, {
      title: 'Repair the boiler',
      description,
      assignedTo: 'bot',
    });
    await tandem.comments.create(me, task.id, { body: 'A spare valve lies\n\nin the cellar' });
    const summary = 'The valve is tight, the cellar is dry';
    await tandem.results.post(me, task.id, { outcome: 'succeeded', summary });
    const texts = async (q: string) => (await all(tandem, me, { q })).map(({ snippet }) => snippet);

    expect(await texts('boiler')).toEqual([{ text: 'Repair the boiler', marks: [[11, 17]] }]);
    const [leaks] = await texts('valve leak');
    expect(leaks?.text).toMatch(/^…x .*The valve leaks\. .* y…$/);
    expect(leaks?.marks.map(([from, to]) => Array.from(leaks.text).slice(from, to).join(''))).toEqual([
      'valve',
      'leak',
    ]);
    expect(await texts('boiler spare cellar')).toEqual([
      {
        text: 'A spare valve lies in the cellar',
        marks: [
          [2, 7],
          [26, 32],
        ],
      },
    ]);
    expect(await texts('tight boiler')).toEqual([{ text: summary, marks: [[13, 18]] }]);
    expect(await texts('boiler repair valve')).toEqual([
      {
        text: 'Repair the boiler',
        marks: [
          [0, 6],
          [11, 17],
        ],
      },
    ]);
    expect(await found(w, 'boiler attic')).toEqual([]);
    const [hit] = await all(tandem, me, { q: 'boiler' });
    expect(hit).toMatchObject({ type: 'task', id: task.id, taskNumber: 1, status: task.status });
  });

  test('search finds current texts only, and nothing deleted', async () => {
    const w = await world();
    const { tandem, me } = w;
    const task = await tandem.tasks.create(me, { title: 'alpha', description: 'beta' });
    const comment = await tandem.comments.create(me, task.id, { body: 'gamma' });
    const project = await tandem.projects.create(me, { title: 'delta', description: 'epsilon' });
    const goal = await tandem.goals.create(me, { title: 'zeta', description: 'eta', test: 'theta' });
    const initiative = await tandem.initiatives.create(me, { name: 'iota', description: 'kappa' });
    const words = 'alpha beta gamma delta epsilon zeta eta theta iota kappa'.split(' ');
    for (const word of words) expect([word, await found(w, word)]).toEqual([word, [expect.any(String)]]);
    await tandem.tasks.update(me, task.id, { title: 'lambda', description: null });
    await tandem.comments.update(me, task.id, comment.id, { body: 'mu' });
    await tandem.projects.update(me, project.id, { title: 'nu', description: 'xi' });
    await tandem.goals.update(me, goal.id, { title: 'omicron', description: 'pi', test: null });
    await tandem.initiatives.update(me, initiative.id, { name: 'rho', description: null });
    for (const word of words) expect([word, await found(w, word)]).toEqual([word, []]);
    const now = 'lambda mu nu xi omicron pi rho'.split(' ');
    for (const word of now) expect([word, await found(w, word)]).toEqual([word, [expect.any(String)]]);
    await tandem.comments.delete(me, task.id, comment.id);
    expect(await found(w, 'mu')).toEqual([]);
    await tandem.comments.create(me, task.id, { body: 'sigma' });
    expect(await found(w, 'sigma')).toEqual(['#1']);
    await tandem.projects.delete(me, project.id);
    await tandem.goals.delete(me, goal.id);
    await tandem.initiatives.delete(me, initiative.id);
    await tandem.tasks.archive(me, task.id);
    await tandem.tasks.delete(me, task.id);
    for (const word of [...now, 'sigma']) expect([word, await found(w, word)]).toEqual([word, []]);
  });

  test('other resources keep their rank when earlier tasks are deleted', async () => {
    const w = await world();
    const { tandem, me } = w;
    const task = await tandem.tasks.create(me, { title: 'tea' });
    await tandem.projects.create(me, { title: 'kettle 1' });
    await tandem.tasks.archive(me, task.id);
    await tandem.tasks.delete(me, task.id);
    await tandem.removals.clear();
    await tandem.projects.create(me, { title: 'kettle 2' });
    await tandem.tasks.create(me, { title: 'kettle' });
    const seen: string[] = [];
    for (let after: SearchQuery['after'], pages = 0; pages < 20; pages++) {
      const page = await tandem.search.find(me, { q: 'kettle', limit: 1, after });
      seen.push(...page.items.map(named));
      if (page.next === null) break;
      after = page.next;
    }
    expect(seen).toEqual(['#2', 'project kettle 2', 'project kettle 1']);
  });

  test('the text for a snippet is cut between characters, and the snippet shows that it continues', async () => {
    const { tandem, me } = await world();
    const description = `${'x'.repeat(19_990)} leak${'🔥'.repeat(20)}`;
    await tandem.tasks.create(me, { title: 'task', description });
    await tandem.projects.create(me, { title: 'project', description: `a${description}` });
    await tandem.goals.create(me, { title: 'goal', description });
    const snippets = (await all(tandem, me, { q: 'leak' })).map(({ snippet }) => snippet.text);
    expect(snippets).toHaveLength(3);
    for (const text of snippets) expect(text).toMatch(/leak🔥+…$/u);
    await tandem.tasks.create(me, { title: 'whole', description: `${'y'.repeat(19_990)} drip🔥🔥` });
    const [found] = await all(tandem, me, { q: 'drip' });
    expect(found?.snippet.text).toMatch(/drip🔥🔥$/u);
  });

  test('archived resources are found only on request', async () => {
    const w = await world();
    const { tandem, me } = w;
    const task = await tandem.tasks.create(me, { title: 'kettle', status: 'done' });
    const project = await tandem.projects.create(me, { title: 'kettle' });
    const goal = await tandem.goals.create(me, { title: 'kettle' });
    await tandem.tasks.archive(me, task.id);
    await tandem.projects.archive(me, project.id);
    await tandem.goals.archive(me, goal.id);
    expect(await found(w, 'kettle')).toEqual([]);
    expect(await found(w, 'kettle', { archived: true })).toEqual(['goal kettle', 'project kettle', '#1']);
    await tandem.tasks.unarchive(me, task.id);
    expect(await found(w, 'kettle')).toEqual(['#1']);
  });

  test('search never finds texts of another workspace', async () => {
    const w = await world();
    const { admin: eve } = await newTeam(w.tandem, { admin: { name: 'eve' } });
    const make = async (me: Caller, word: string) => {
      const task = await w.tandem.tasks.create(me, { title: `kettle ${word}`, description: word });
      await w.tandem.comments.create(me, task.id, { body: `kettle ${word}` });
      await w.tandem.projects.create(me, { title: `kettle ${word}` });
    };
    for (let i = 0; i < 3; i++) {
      await make(w.me, 'ours');
      await make(eve, 'theirs');
    }
    expect(await found(w, 'theirs')).toEqual([]);
    expect(await found({ ...w, me: eve }, 'ours')).toEqual([]);
    expect(await found(w, 'kettle')).toHaveLength(6);
    expect(await found({ ...w, me: eve }, 'kettle')).toHaveLength(6);
  });

  test('a rolled-back unit leaves nothing in the index', async () => {
    const w = await world();
    const { storage, me, tandem } = w;
    const task = await tandem.tasks.create(me, { title: 'kettle' });
    const undone = storage.write(me.workspaceId, async ({ tasks, comments }) => {
      const before = await tasks.byId(task.id);
      if (!before) throw new Error('The task is missing');
      await tasks.update({ ...before, title: 'teapot' }, before);
      await tasks.insert({ ...before, id: 'other', taskNumber: await tasks.nextNumber(), title: 'teapot' });
      const author = { id: me.id, name: 'ada', displayName: 'Ada', type: 'human' as const };
      await comments.insert({ id: 'c', taskNumber: 1, body: 'teapot', author, createdAt: 1, updatedAt: 1 });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await found(w, 'teapot')).toEqual([]);
    expect(await found(w, 'kettle')).toEqual(['#1']);
  });

  test('a rolled-back unit removes nothing of concurrent ones from the index', async () => {
    const w = await world();
    const { storage, me, tandem } = w;
    const [first, second] = [
      await tandem.tasks.create(me, { title: 'kettle' }),
      await tandem.tasks.create(me, { title: 'teapot' }),
    ];
    const refused = storage.write(me.workspaceId, async ({ tasks }) => {
      const before = await tasks.byId(second.id);
      if (!before) throw new Error('The task is missing');
      await tasks.update({ ...before, title: 'cup' }, before);
      throw new Error('undone');
    });
    await Promise.all([
      tandem.tasks.create(me, { title: 'cup' }),
      tandem.tasks.update(me, first.id, { title: 'mug' }),
      expect(refused).rejects.toThrow('undone'),
      tandem.tasks.update(me, first.id, { title: 'bowl' }),
      tandem.tasks.create(me, { title: 'cup' }),
    ]);
    expect(await found(w, 'cup')).toHaveLength(2);
    expect([await found(w, 'mug'), await found(w, 'kettle')]).toEqual([[], []]);
    expect(await found(w, 'bowl')).toEqual(['#1']);
    expect(await found(w, 'teapot')).toEqual(['#2']);
  });

  test('a unit finds its own writes, in their final state', async () => {
    const w = await world();
    const { storage, me, tandem } = w;
    const task = await tandem.tasks.create(me, { title: 'kettle' });
    const author = { id: me.id, name: 'ada', displayName: 'Ada', type: 'human' as const };
    const comment = { taskNumber: 1, author, createdAt: 1, updatedAt: 1 };
    const within = await storage.write(me.workspaceId, async ({ tasks, comments, search }) => {
      const find = async (text: string) => {
        const words = [{ text, beginning: false }];
        const filter = { words, taskNumber: null, types: ['task' as const], archived: false };
        return (await search.find(filter, { limit: 5, after: undefined })).items.map(
          ({ taskNumber }) => taskNumber,
        );
      };
      const before = await tasks.byId(task.id);
      if (!before) throw new Error('The task is missing');
      await tasks.update({ ...before, title: 'teapot' }, before);
      await comments.insert({ ...comment, id: 'c', body: 'saucer' });
      const found = [await find('kettle'), await find('teapot'), await find('saucer')];
      await tasks.update({ ...before, title: 'cup' }, { ...before, title: 'teapot' });
      await comments.delete('c');
      await comments.insert({ ...comment, id: 'd', body: 'spoon' });
      return found;
    });
    expect(within).toEqual([[], [1], [1]]);
    for (const gone of ['kettle', 'teapot', 'saucer']) expect(await found(w, gone)).toEqual([]);
    for (const there of ['cup', 'spoon']) expect(await found(w, there)).toEqual(['#1']);
  });

  test('pages continue where the last one ended while other resources are created', async () => {
    const { tandem, me } = await world();
    for (let i = 1; i <= 12; i++)
      await tandem.tasks.create(me, { title: `kettle ${i}`, status: i % 3 ? 'todo' : 'done' });
    const expected = (await all(tandem, me, { q: 'kettle' })).map(named);
    const seen: string[] = [];
    for (let after: SearchQuery['after'], more = true; more; ) {
      const page = await tandem.search.find(me, { q: 'kettle', limit: 2, after });
      seen.push(...page.items.map(named));
      await tandem.tasks.create(me, { title: 'kettle, new' });
      more = page.next !== null;
      after = page.next ?? undefined;
    }
    expect(seen).toEqual(expected);
  });

  test('invalid queries and cursors of other lists are refused', async () => {
    const { tandem, me } = await world();
    for (const q of ['', '  ', 'x'.repeat(501), 'a\0b', '\ud800']) {
      await expect(tandem.search.find(me, { q })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    }
    for (const after of [7, 'x', '5 1 1', '1 -1 0']) {
      await expect(tandem.search.find(me, { q: 'x', after })).rejects.toMatchObject({
        code: 'INVALID_CURSOR',
      });
    }
  });

  const word = fc.constantFrom('kettle', 'Kettles', 'tea', 'é', 'pot', 'Pot', '東京都', '京都', '7', 'x1');
  const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
  const title = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
  const on = fc.integer({ min: 0, max: 6 });
  const command = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ make: fc.constant('task' as const), title, text, closed: fc.boolean() }),
    },
    fc.record({
      make: fc.constantFrom('project' as const, 'goal' as const, 'initiative' as const),
      title,
      text,
    }),
    { weight: 2, arbitrary: fc.record({ comment: on, text }) },
    fc.record({ edit: on, title, text }),
    fc.record({ remove: on }),
    fc.record({ forget: on }),
  );
  type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

  async function play({ tandem, me }: World, commands: readonly Command[]): Promise<void> {
    const tasks: string[] = [];
    const comments: [string, string][] = [];
    for (const each of commands) {
      if ('make' in each) {
        const description = each.text;
        if (each.make === 'task') {
          const status = each.closed ? 'done' : 'todo';
          tasks.push((await tandem.tasks.create(me, { title: each.title, description, status })).id);
        } else if (each.make === 'project')
          await tandem.projects.create(me, { title: each.title, description });
        else if (each.make === 'goal') await tandem.goals.create(me, { title: each.title, description });
        else await tandem.initiatives.create(me, { name: each.title, description });
        continue;
      }
      const id =
        tasks[
          'comment' in each ? each.comment : 'edit' in each ? each.edit : 'remove' in each ? each.remove : 0
        ];
      if ('comment' in each) {
        if (id && each.text)
          comments.push([id, (await tandem.comments.create(me, id, { body: each.text })).id]);
      } else if ('edit' in each) {
        if (id) await tandem.tasks.update(me, id, { title: each.title, description: each.text });
      } else if ('forget' in each) {
        const [comment] = comments.splice(each.forget, 1);
        if (comment && tasks.includes(comment[0])) await tandem.comments.delete(me, ...comment);
      } else if (id) {
        await tandem.tasks.archive(me, id);
        await tandem.tasks.delete(me, id);
        tasks.splice(each.remove, 1);
      }
    }
  }

  test('random texts are found in the same order as by a scan of all texts', async () => {
    const storage = await open();
    let made = 0;
    const run = async (commands: readonly Command[], queries: readonly string[], limit: number) => {
      const world = async (on: Storage): Promise<World> => {
        const { tandem } = await begun(on, `R${++made}-`);
        const { workspace } = await tandem.operator.createWorkspace({ name: 'V', admin: { name: 'eve' } });
        return { tandem, storage: on, me: await tandem.operator.callerFor(workspace.id, 'eve') };
      };
      const here = await world(storage);
      const model = await world(inMemoryStorage());
      await play(here, commands);
      await play(model, commands);
      for (const q of queries) {
        const show = async ({ tandem, me }: World) =>
          (await all(tandem, me, { q, limit })).map(({ id: _, ...hit }) => hit);
        expect([q, await show(here)]).toEqual([q, await show(model)]);
      }
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(command, { minLength: 1, maxLength: 25 }),
        fc.array(title, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 30 }),
        run,
      ),
      { numRuns: Number(process.env.TANDEM_SEARCH_RUNS ?? 20) },
    );
  });
}
