import { type CallerName, outcome, refusal, type World, world } from '../../../testing/world.ts';
import type { Caller } from '../../access/caller.ts';
import type { CheckInput } from '../check.ts';
import type { CriterionInput } from '../criteria.ts';
import type { NewResult } from '../result.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const TESTS: CheckInput = { command: 'npm test' };
const COMMIT = { kind: 'git', repository: 'file:///srv/site', commit: 'a'.repeat(40) } as const;
const STORED = { command: 'npm test', timeoutSeconds: 600, protect: [], proposed: false };

const create = async (check: CheckInput | null | undefined, by: Caller = w.admin) =>
  (await w.tandem.tasks.create(by, { title: 'A task', criteria: [{ id: 'a', text: 'It works', check }] }))
    .criteria[0]?.check;
const change = async (criteria: readonly CriterionInput[], by: Caller = w.admin) =>
  (await w.tandem.tasks.update(by, 1, { criteria })).criteria[0];
const change1 = (check: CheckInput | null | undefined, by: Caller = w.admin) =>
  change([{ id: 'a', text: 'It works', check }], by);

test('a check has 600 seconds and protects nothing unless it says otherwise', async () => {
  expect(await create(TESTS)).toEqual(STORED);
  expect((await w.tandem.tasks.get(w.member, 1)).criteria[0]?.check).toEqual(STORED);
  expect(await create(null)).toBeNull();
  expect(await create({ ...TESTS, timeoutSeconds: 5, protect: ['test/**', 'test/**'] })).toMatchObject({
    timeoutSeconds: 5,
    protect: ['test/**'],
  });
});

// biome-ignore format: a table
test.each<[string, Partial<CheckInput>, string]>([
  ['a blank command',             { command: ' ' },                  'check.command'],
  ['a command of 2,001',          { command: 'x'.repeat(2_001) },    'check.command'],
  ['no time',                     { timeoutSeconds: 0 },             'check.timeoutSeconds'],
  ['more than an hour',           { timeoutSeconds: 3_601 },         'check.timeoutSeconds'],
  ['half a second',               { timeoutSeconds: 0.5 },           'check.timeoutSeconds'],
  ['51 globs',                    { protect: Array.from({ length: 51 }, String) }, 'check.protect'],
  ['a path from the root of the disk', { protect: ['a', '/etc/*'] }, 'check.protect.1'],
  ['a path out of the repository', { protect: ['a/../../b'] }, 'check.protect.0'],
])('a check with %s is 400', async (_what, wrong, field) => {
  const refused = await refusal(() => create({ ...TESTS, ...wrong }));
  expect(Object.keys(refused.fields ?? {})).toEqual([`criteria.0.${field}`]);
});

test('a change without a check keeps it, null removes it, and the evidence stays', async () => {
  await create(TESTS);
  const evidence = [{ criterionId: 'a', text: 'Seen' }];
  await w.tandem.results.post(w.agent, 1, { outcome: 'partial', summary: 'Half', evidence });
  expect(await change1(undefined)).toMatchObject({ check: STORED, status: 'claimed' });
  expect(await change([{ id: 'a', text: 'It all works' }])).toMatchObject({ check: STORED, status: 'open' });
  expect(await change1(null)).toMatchObject({ check: null });
  const [logged] = (await w.tandem.tasks.activity(w.admin, 1, {})).items;
  expect(logged?.oldValue).toBe('It all works (check: npm test; 600 s)');
});

// biome-ignore format: a table
test.each<[CallerName, string]>([
  ['agent',          'ok'],
  ['actingAsAgent',  'ok'],
  ['service',        'ok'],
  ['member',         'ok'],
  ['actingAsMember', 'FORBIDDEN'],
])('creating a task with a check by %s: %s', async (who, expected) => {
  expect(await outcome(() => create(TESTS, w[who]))).toBe(expected);
});

test('the check of an agent is a proposal until a person sends the same one', async () => {
  expect(await create(TESTS, w.agent)).toEqual({ ...STORED, proposed: true });
  expect(await change1(TESTS, w.agent)).toMatchObject({ check: { proposed: true } });
  expect(await change1(undefined)).toMatchObject({ check: { proposed: true } });
  expect(await change1(TESTS)).toMatchObject({ check: STORED });
  expect(await change1(TESTS, w.agent)).toMatchObject({ check: STORED });
});

test.each<[string, readonly CriterionInput[]]>([
  ['changing', [{ id: 'a', text: 'It works', check: { command: 'true' } }]],
  ['removing', [{ id: 'a', text: 'It works', check: null }]],
  [
    'proposing',
    [
      { id: 'a', text: 'It works' },
      { text: 'It is fast', check: TESTS },
    ],
  ],
  ['rewording the criterion of', [{ id: 'a', text: 'It is secure' }]],
  ['removing the criterion of', []],
  ['replacing the criterion of', [{ text: 'It compiles' }]],
])('%s a check on an existing task takes a person with a key that is not lent', async (_what, criteria) => {
  await create(TESTS, w.agent);
  await change1(TESTS);
  expect(await outcome(() => change(criteria, w.agent))).toBe('HUMANS_ONLY');
  expect(await outcome(() => change(criteria, w.actingAsMember))).toBe('FORBIDDEN');
  expect(await outcome(() => change(criteria, w.member))).toBe('ok');
});

// biome-ignore format: a table
test.each<[string, CallerName, Partial<NewResult>, string]>([
  ['a succeeded result without an artifact', 'admin', {},                     'ARTIFACT_MISSING'],
  ['a succeeded result with an artifact',    'admin', { artifact: COMMIT },   'ok'],
  ['a partial result',                       'admin', { outcome: 'partial' }, 'ok'],
  ['a failed result',                        'admin', { outcome: 'failed' },  'ok'],
  ['an interim result',                      'admin', { to: 'none' },         'ok'],
  ['a result of a task with a proposal',     'agent', {},                     'ok'],
])('%s of a task with a check that %s set', async (_what, by, input, expected) => {
  await create(TESTS, w[by]);
  const post = () =>
    w.tandem.results.post(w.member, 1, { outcome: 'succeeded', summary: 'Done', ...input });
  expect(await outcome(post)).toBe(expected);
});

test('an agent orders its criteria anew and adds others without touching their checks', async () => {
  await create(TESTS, w.agent);
  await change1(TESTS);
  expect(await change([{ text: 'It is fast' }, { id: 'a', text: 'It works' }], w.agent)).toMatchObject({
    check: null,
  });
});
