import { feedProblems, type Heard, readerProblems, trace } from './problems.ts';
import { type Told, toldBy } from './told.ts';

const event = (seq: number, type: string, id: string): Told =>
  toldBy(JSON.stringify({ id: `e${seq}`, seq, type, entity: { type: type.split('.')[0], id } }));

const FEED = [
  event(8, 'task.created', 't1'),
  event(9, 'agent.updated', 'a1'),
  event(10, 'task.updated', 't1'),
  event(11, 'task.created', 't2'),
] as const;
const [first, ofAgent, second, third] = FEED;
const BY_NUMBER = new Map(FEED.map((each) => [each.seq, each]));
const WISH: Heard['wish'] = { entities: ['task'], types: null };
const ACKNOWLEDGED = [trace('task.created', 't1'), trace('task.created', 't2')];

test('reports no problem when a reader received each event once', () => {
  expect(readerProblems({ name: 'R', wish: WISH, told: [first, second, third] }, BY_NUMBER)).toEqual([]);
  const created = { ...WISH, types: ['task.created'] };
  expect(readerProblems({ name: 'R', wish: created, told: [first, third] }, BY_NUMBER)).toEqual([]);
  expect(feedProblems(FEED, 7, ACKNOWLEDGED, FEED.slice(0, 2))).toEqual([]);
});

// biome-ignore format: a table
test.each<[string, readonly Told[], string]>([
  ['an event that was dropped',         [first, third], 'R was not told of 10.'],
  ['the last event, dropped',           [first, second], 'R was not told of 11.'],
  ['an event that was repeated',        [first, second, second, third], 'R was told of 10 again.'],
  ['a stretch that was repeated',       [first, second, third, first, second, third], 'R was told of 8 again.'],
  ['two events that were swapped',      [first, third, second], 'R was told of 10 after 11.'],
  ['an event that others may see',      [first, ofAgent, second, third], 'R was told of 9, which is not for it.'],
  ['an event of another workspace',     [first, event(9, 'task.created', 'x'), second, third], 'R was told 9 otherwise than the feed has it.'],
  ['an event that was never committed', [first, second, third, event(12, 'task.created', 'x')], 'R was told 12 otherwise than the feed has it.'],
])('reports %s', (_, told, problem) => {
  expect(readerProblems({ name: 'R', wish: WISH, told }, BY_NUMBER)).toContain(problem);
});

// biome-ignore format: a table
test.each<[string, readonly Told[], readonly string[], readonly Told[], string]>([
  ['a gap in the feed',              [first, ofAgent, third], [], [], 'The feed has 11 in the place of 10.'],
  ['a number that was given twice',  [first, first, ofAgent], [], [], 'The feed has 8 in the place of 9.'],
  ['an acknowledged change, lost',   FEED, [trace('task.created', 't3')], [], 'task.created t3 was acknowledged 1 times, and is there 0.'],
  ['a change that was told twice',   [...FEED, event(12, 'task.created', 't1')], ACKNOWLEDGED, [], 'task.created t1 was acknowledged 1 times, and is there 2.'],
  ['what was shown, and taken back', FEED, [], [event(9, 'task.created', 'x')], 'The feed has shown 9, and has it no more.'],
])('reports %s in the feed', (_, feed, acknowledged, before, problem) => {
  expect(feedProblems(feed, 7, acknowledged, before)).toContain(problem);
});
