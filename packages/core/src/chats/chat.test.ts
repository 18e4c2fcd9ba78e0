import { firstTitle } from './chat.ts';
import { bodyProblem, filesProblem, keyProblem, suggestionsProblems } from './message.ts';

describe('the title of a chat', () => {
  test('the title of a chat is its first message with white space collapsed', () => {
    expect(firstTitle('  How\n\nare   you,\ttoday? ', [])).toBe('How are you, today?');
  });

  test('the title of a chat is cut at 120 characters', () => {
    expect(firstTitle('😀'.repeat(121), [])).toBe('😀'.repeat(120));
    expect(firstTitle('x'.repeat(120), [])).toBe('x'.repeat(120));
  });

  test("the title of a chat is the first file's name for a message of files only", () => {
    expect(firstTitle('', ['plan.pdf', 'sketch.png'])).toBe('plan.pdf');
    expect(firstTitle(' \n ', ['plan.pdf'])).toBe('plan.pdf');
    expect(firstTitle('', ['x'.repeat(255)])).toBe('x'.repeat(120));
  });

  test('the title of a chat is the message if there are files as well', () => {
    expect(firstTitle('See the plan', ['plan.pdf'])).toBe('See the plan');
  });
});

describe('the body of a message', () => {
  test('the body of a message may be empty only with files', () => {
    expect(bodyProblem('', undefined, 20_000)).toBe('must not be blank unless fileIds are given');
    expect(bodyProblem('', [], 20_000)).toBe('must not be blank unless fileIds are given');
    expect(bodyProblem('', ['f1'], 20_000)).toBeUndefined();
  });

  test('the body of a message has up to 20,000 characters', () => {
    expect(bodyProblem('😀'.repeat(20_000), undefined, 20_000)).toBeUndefined();
    expect(bodyProblem('x'.repeat(20_001), ['f1'], 20_000)).toBe('must be at most 20000 characters');
  });
});

test('a message has up to 10 files', () => {
  expect(filesProblem(undefined)).toBeUndefined();
  expect(filesProblem(Array.from({ length: 10 }, (_, i) => `f${i}`))).toBeUndefined();
  expect(filesProblem(Array.from({ length: 11 }, (_, i) => `f${i}`))).toBe('must be at most 10 files');
});

describe('the kind of a suggestion', () => {
  test.each(['reply', 'action', 'link', 'open_pull_request_2', 'a', 'a'.repeat(40)])(
    'the kind of a suggestion can be %s',
    (kind) => {
      expect(suggestionsProblems([{ kind, text: 'Go on' }])).toEqual({});
    },
  );

  test.each(['', 'Reply', '2nd', '_a', 'a-b', 'a b', 'ä', 'a\n', 'a'.repeat(41)])(
    'the kind of a suggestion cannot be %j',
    (kind) => {
      expect(suggestionsProblems([{ kind, text: 'Go on' }])).toEqual({
        'suggestions.0.kind': expect.stringMatching(/^must be up to 40 lower-case letters/),
      });
    },
  );

  test('a suggestion requires a text', () => {
    const good = { kind: 'reply', text: 'Go on' };
    expect(suggestionsProblems([good, { kind: 'reply', text: ' ' }])).toEqual({
      'suggestions.1.text': 'must not be blank',
    });
    expect(suggestionsProblems([{ kind: 'reply', text: '\0' }])).toEqual({
      'suggestions.0.text': 'must not contain a NUL character',
    });
  });
});

test('an idempotency key is not blank and at most 255 characters', () => {
  expect(keyProblem(undefined)).toBeUndefined();
  expect(keyProblem('k'.repeat(255))).toBeUndefined();
  expect(keyProblem('k'.repeat(256))).toBe('must be at most 255 characters');
  expect(keyProblem(' ')).toBe('must not be blank');
  expect(keyProblem('a\0')).toBe('must not contain a NUL character');
});
