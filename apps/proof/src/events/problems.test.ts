import { feedProblems, type Received, readerProblems, trace } from './problems.ts';
import { parseEvent, type ReceivedEvent } from './received.ts';

const event = (seq: number, type: string, id: string): ReceivedEvent =>
  parseEvent(JSON.stringify({ id: `e${seq}`, seq, type, entity: { type: type.split('.')[0], id } }));

const FEED = [
  event(8, 'task.created', 't1'),
  event(9, 'agent.updated', 'a1'),
  event(10, 'task.updated', 't1'),
  event(11, 'task.created', 't2'),
] as const;
const [first, ofAgent, second, third] = FEED;
const BY_NUMBER = new Map(FEED.map((each) => [each.seq, each]));
const EXPECTED: Received['expected'] = { entities: ['task'], types: null };
const ACKNOWLEDGED = [trace('task.created', 't1'), trace('task.created', 't2')];

test('reports no problem when a reader received each event once', () => {
  expect(
    readerProblems({ name: 'R', expected: EXPECTED, events: [first, second, third] }, BY_NUMBER),
  ).toEqual([]);
  const created = { ...EXPECTED, types: ['task.created'] };
  expect(readerProblems({ name: 'R', expected: created, events: [first, third] }, BY_NUMBER)).toEqual([]);
  expect(feedProblems(FEED, 7, ACKNOWLEDGED, FEED.slice(0, 2))).toEqual([]);
});

// biome-ignore format: a table
test.each<[string, readonly ReceivedEvent[], string]>([
  ['a dropped event',         [first, third], 'R did not receive 10.'],
  ['a dropped last event',           [first, second], 'R did not receive 11.'],
  ['a repeated event',        [first, second, second, third], 'R received 10 again.'],
  ['a repeated range',       [first, second, third, first, second, third], 'R received 8 again.'],
  ['two swapped events',      [first, third, second], 'R received 10 after 11.'],
  ['an event excluded by the filter',      [first, ofAgent, second, third], 'R received 9, which its filter excludes.'],
  ['an event of another workspace',     [first, event(9, 'task.created', 'x'), second, third], 'R received 9 with other contents than in the feed.'],
  ['an event that was never committed', [first, second, third, event(12, 'task.created', 'x')], 'R received 12 with other contents than in the feed.'],
])('reports %s', (_, events, problem) => {
  expect(readerProblems({ name: 'R', expected: EXPECTED, events }, BY_NUMBER)).toContain(problem);
});

// biome-ignore format: a table
test.each<[string, readonly ReceivedEvent[], readonly string[], readonly ReceivedEvent[], string]>([
  ['a gap in the feed',              [first, ofAgent, third], [], [], 'The feed has 11 instead of 10.'],
  ['a duplicate number',  [first, first, ofAgent], [], [], 'The feed has 8 instead of 9.'],
  ['a lost acknowledged change',   FEED, [trace('task.created', 't3')], [], 'task.created t3 was acknowledged 1 times and occurs 0 times.'],
  ['a duplicate change',   [...FEED, event(12, 'task.created', 't1')], ACKNOWLEDGED, [], 'task.created t1 was acknowledged 1 times and occurs 2 times.'],
  ['an event that disappears', FEED, [], [event(9, 'task.created', 'x')], 'The feed no longer has 9, which it showed before.'],
])('reports %s in the feed', (_, feed, acknowledged, before, problem) => {
  expect(feedProblems(feed, 7, acknowledged, before)).toContain(problem);
});
