import { formatter, isRoutine } from './for-people.ts';

const entry = (members: object) => JSON.stringify({ level: 30, time: 1_767_225_600_000, ...members });
const forPeople = formatter(false);

test('a line for people has the time, the level, the message and the relevant fields', () => {
  const line = entry({ msg: 'request', operation: 'tasks.list', keyId: null, status: 200, durationMs: 1.5 });
  expect(forPeople(line)).toMatch(
    /^\[\d\d:\d\d:\d\d\] INFO: request {"operation":"tasks\.list","status":200,"durationMs":1\.5}\n$/,
  );
});

test('the stack of an error follows its line', () => {
  const error = { name: 'Error', message: 'broken', stack: 'Error: broken\n    at here' };
  const text = forPeople(entry({ level: 50, msg: 'request failed', requestId: 'r', error }));
  expect(text).toMatch(/^\S+ ERROR: request failed {"requestId":"r"}\n/);
  expect(text).toMatch(/Error: broken\n +at here/);
});

test('values in a line for people can neither control the terminal nor add lines', () => {
  const hostile = 'x\u001b[2J\u009b\n12:00:00 fatal';
  const line = forPeople(entry({ msg: hostile, dataDir: hostile, error: { message: hostile } }));
  expect(line).not.toMatch(/[^\n\P{Cc}]/u);
  expect(line.split('\n')[0]).toContain('x\\u001b[2J\\u009b\\u000a12:00:00 fatal');
});

test('levels are colored only on a terminal', () => {
  expect(formatter(true)(entry({ msg: 'stopping' }))).toContain('\u001b[32mINFO');
});

test('only the start message and successful requests are omitted on a terminal', () => {
  expect(
    ['serving', 'request', 'request failed', 'stopping'].map((msg) => isRoutine(entry({ msg }))),
  ).toEqual([true, true, false, false]);
});
