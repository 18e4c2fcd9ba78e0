import { entryProblems } from './entries.ts';
import { nameProblem } from './text.ts';

const blank = 'must not be blank';

test('an entry that is wrong is named with its place, counted from 0', () => {
  expect(entryProblems('tags', ['web', ' ', 'api', ''], nameProblem)).toStrictEqual({
    'tags.1': blank,
    'tags.3': blank,
  });
});

test('a field of an entry is named with the place of the entry and its own name', () => {
  const problems = entryProblems('sessions', [{ key: 'a' }, { key: '' }], ({ key }) => ({
    key: nameProblem(key),
    kind: undefined,
  }));
  expect(problems).toStrictEqual({ 'sessions.1.key': blank });
});

test('a list without fault, and one that is not given, have no problem', () => {
  expect(entryProblems('tags', ['web'], nameProblem)).toStrictEqual({});
  expect(entryProblems('tags', undefined, nameProblem)).toStrictEqual({});
});

test('after twenty that are wrong nobody looks any further', () => {
  let judged = 0;
  const problems = entryProblems('tags', Array(60_000).fill(''), (tag: string) => {
    judged++;
    return nameProblem(tag);
  });
  expect([Object.keys(problems).length, judged]).toEqual([20, 20]);
});
