import { emailProblem, memberNameProblem } from '../members/member.ts';
import {
  bodyProblem,
  codePoints,
  colorProblem,
  compareText,
  cut,
  fold,
  iso,
  nameProblem,
  plainUrl,
  textProblem,
  urlProblem,
  visibleUrl,
} from './text.ts';

describe('lengths count Unicode code points', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['😀', 1],
    ['é', 1],
    ['e\u0301', 2],
    ['👨‍👩‍👧', 5],
    ['a😀b😀', 4],
  ])('%j has a length of %i', (text, length) => {
    expect(codePoints(text)).toBe(length);
  });

  test('texts are cut between characters, never inside one', () => {
    expect(cut('a😀b', 2)).toBe('a😀');
    expect(cut('😀😀😀', 3)).toBe('😀😀😀');
    expect(cut('abc', 0)).toBe('');
  });

  test('a limit counts code points', () => {
    expect(textProblem('😀'.repeat(10), 10)).toBeUndefined();
    expect(textProblem('😀'.repeat(11), 10)).toBe('must be at most 10 characters');
  });
});

describe('ignoring case', () => {
  test.each([
    ['Bug', 'bUG'],
    ['ÄRGER', 'ärger'],
    ['ΔΟΚΙΜΉ', 'δοκιμή'],
    ['Ошибка', 'ОШИБКА'],
    ['Caf\u00e9', 'cafe\u0301'],
  ])('%s and %s are the same name, in every script', (a, b) => {
    expect(fold(a)).toBe(fold(b));
  });

  test('different names stay different', () => {
    expect(fold('Café')).not.toBe(fold('Cafe'));
    expect(fold('ß')).not.toBe(fold('ss'));
  });
});

describe('texts', () => {
  test('texts must not contain a NUL character', () => {
    for (const text of ['\0', 'a\0', 'a\0b']) {
      expect(textProblem(text, 10)).toBe('must not contain a NUL character');
      expect(nameProblem(text)).toBe('must not contain a NUL character');
      expect(bodyProblem(text, 10)).toBe('must not contain a NUL character');
    }
    expect(emailProblem('a\0b@example.com')).toBe('must not contain a NUL character');
  });

  test('texts must not contain lone surrogates', () => {
    expect(textProblem('\ud83d', 10)).toBe('must be well-formed Unicode');
    expect(textProblem('\ud83d\ude00', 10)).toBeUndefined();
  });

  test('texts other than names can be empty', () => {
    expect(textProblem('', 10)).toBeUndefined();
    expect(textProblem(null, 10)).toBeUndefined();
    expect(textProblem(undefined, 10)).toBeUndefined();
  });

  test('texts are ordered by code point, the shorter first', () => {
    expect(['b', 'ab', 'a', '', '😀', '\uffee'].sort(compareText)).toStrictEqual([
      '',
      'a',
      'ab',
      'b',
      '\uffee',
      '😀',
    ]);
    expect(compareText('a', 'a')).toBe(0);
  });
});

describe('names and titles', () => {
  test('names and titles are checked after trimming', () => {
    expect(nameProblem(` ${'x'.repeat(500)} `)).toBeUndefined();
  });

  test('names and titles must not be blank', () => {
    for (const blank of ['', '   ', '\n\t', '\u00a0']) expect(nameProblem(blank)).toBe('must not be blank');
  });

  test('names and titles have at most 500 characters', () => {
    expect(nameProblem('😀'.repeat(500))).toBeUndefined();
    expect(nameProblem('x'.repeat(501))).toBe('must be at most 500 characters');
  });

  test('omitted names and titles have no problem', () => {
    expect(nameProblem(undefined)).toBeUndefined();
  });
});

describe('a body that is required', () => {
  test('a required body must not be blank', () => {
    expect(bodyProblem(' \n', 10)).toBe('must not be blank');
  });

  test('a body is stored unchanged, so the white space around it counts', () => {
    expect(bodyProblem('1234567890', 10)).toBeUndefined();
    expect(bodyProblem('1234567890 ', 10)).toBe('must be at most 10 characters');
  });
});

describe("a member's name", () => {
  test.each(['a', 'Ada', 'r2-d2', 'x.y_z', '7of9', 'a'.repeat(64)])("a member's name can be %s", (name) => {
    expect(memberNameProblem(name)).toBeUndefined();
  });

  test.each(['', ' ada', 'ada ', 'a b', '.ada', '-ada', '_ada', 'ädä', 'ada\n', 'ada\0', 'a'.repeat(65)])(
    "a member's name cannot be %j",
    (name) => {
      expect(memberNameProblem(name)).toMatch(/^must be 1 to 64 letters/);
    },
  );

  test("a member's name cannot be unassigned, a keyword of the task list", () => {
    expect(memberNameProblem('Unassigned')).toBe('must not be the reserved word unassigned');
    expect(memberNameProblem('ME')).toBe('must not be the reserved word me');
  });
});

describe('an e-mail address', () => {
  test.each(['ada@example.com', 'a.b+c@sub.example.co.uk', 'ä@exämple.de'])(
    'an e-mail address can be %s',
    (email) => {
      expect(emailProblem(email)).toBeUndefined();
    },
  );

  test.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'a b@example.com',
    'a@b@example.com',
    'ada@example..com',
  ])('an e-mail address cannot be %j', (email) => {
    expect(emailProblem(email)).toBe('must be an e-mail address');
  });

  test('an e-mail address can be omitted or null', () => {
    expect(emailProblem(undefined)).toBeUndefined();
    expect(emailProblem(null)).toBeUndefined();
  });

  test('an e-mail address has at most 254 characters', () => {
    expect(emailProblem(`a@${'x'.repeat(250)}.de`)).toBe('must be at most 254 characters');
  });
});

test('a timestamp is shown in UTC with milliseconds', () => {
  expect(iso(1_772_355_600_000)).toBe('2026-03-01T09:00:00.000Z');
  expect(iso(null)).toBeNull();
});

test.each([
  ['#6B7280', true],
  ['#abcdef', true],
  ['6B7280', false],
  ['#6B728', false],
  ['#6B72800', false],
  ['#GGGGGG', false],
  ['red', false],
  ['#6B7280\n', false],
])('%j as a color: %s', (color, fine) => {
  expect(colorProblem(color) === undefined).toBe(fine);
});

describe('an address', () => {
  test.each([
    ['https://user:pass@example.com/a?b#c', 'https://example.com/a?b#c'],
    ['HTTPS://user@example.com', 'HTTPS://example.com'],
    ['https://example.com@evil.test', 'https://evil.test'],
    ['https://a@b@example.com:8443/x', 'https://example.com:8443/x'],
    ['https://user%40x:p@example.com', 'https://example.com'],
    ['https://\\user:pass@example.com', 'https://example.com'],
    ['https://example.com\\@evil.test', 'https://example.com\\@evil.test'],
    ['https://example.com/@ada?q=a@b#c@d', 'https://example.com/@ada?q=a@b#c@d'],
    ['https://exam\u200bple.com/\u202egnp.exe', 'https://example.com/gnp.exe'],
    ['https://us\u2060er@example.com/\u00ad\u3164\ufe0f\u0007', 'https://example.com/'],
    ['https://user\u0000@example.com', 'https://example.com'],
    ['https://пример.рф/путь', 'https://пример.рф/путь'],
  ])('the address %j is stored as %j', (given, stored) => {
    expect(plainUrl(given)).toBe(stored);
    expect(plainUrl(stored)).toBe(stored);
    expect(new URL(stored).username + new URL(stored).password).toBe('');
  });

  test.each([
    'https://user@',
    'https://@/x',
    'https://a b@example.com',
    'https://user\n@example.com',
    'ftp://u@x',
  ])('%j is not an address', (given) => {
    expect(urlProblem(plainUrl(given))).toBe('must be an http or https URL');
  });

  test('visibleUrl keeps the user name', () => {
    expect(visibleUrl('https://ada@exam\u200bple.com')).toBe('https://ada@example.com');
  });
});
