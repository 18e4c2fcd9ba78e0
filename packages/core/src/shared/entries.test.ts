import { entryProblems } from './entries.ts';
import { nameProblem } from './text.ts';

const blank = 'must not be blank';

test('a wrong entry is named with its index, counted from 0', () => {
  expect(entryProblems('tags', ['web', ' ', 'api', ''], nameProblem)).toStrictEqual({
    'tags.1': blank,
    'tags.3': blank,
  });
});

test('a wrong field of an entry is named with the index and its own name', () => {
  const problems = entryProblems('sessions', [{ key: 'a' }, { key: '' }], ({ key }) => ({
    key: nameProblem(key),
    kind: undefined,
  }));
  expect(problems).toStrictEqual({ 'sessions.1.key': blank });
});

test('a correct or missing list has no problem', () => {
  expect(entryProblems('tags', ['web'], nameProblem)).toStrictEqual({});
  expect(entryProblems('tags', undefined, nameProblem)).toStrictEqual({});
});

test('checking stops after twenty wrong entries', () => {
  let judged = 0;
  const problems = entryProblems('tags', Array(60_000).fill(''), (tag: string) => {
    judged++;
    return nameProblem(tag);
  });
  expect([Object.keys(problems).length, judged]).toEqual([20, 20]);
});
