import { MAX_NAMES, mentionedNames } from './mentions.ts';

test.each([
  ['@ada', ['ada']],
  ['Hello @Ada and @BOB', ['ada', 'bob']],
  ['@ada @Ada @ADA', ['ada']],
  ['(@ada), "@bob": *@eve*', ['ada', 'bob', 'eve']],
  ['_@ada_', ['ada_|ada']],
  ['Ask @ada.', ['ada.|ada']],
  ['Ask @ada... now', ['ada...|ada..|ada.|ada']],
  ['@ada-l_2.x', ['ada-l_2.x']],
  ["@ada's", ['ada']],
  ['@ada/@bob', ['ada']],
  ['お願い@adaさん', ['ada']],
  ['...@ada', ['ada']],
  ['line\n@ada\nline', ['ada']],
  // Not mentions.
  ['', []],
  ['@', []],
  ['@ ada', []],
  ['a@b.c', []],
  ['first.last@b.c, é@b.c, a_@b.c', []],
  ['@ada@example.org', []],
  ['https://example.org/@ada', []],
  ['npm i @types/node', []],
  ['\\@ada', []],
  ['@@ada', []],
  ['@-ada', []],
  ['@adaé', []],
  [`@${'a'.repeat(65)}`, []],
  // Code.
  ['`@ada` @bob', ['bob']],
  ['``a ` @ada`` @bob', ['bob']],
  ['`@ada', ['ada']],
  ['` @ada ``', ['ada']],
  ['\\`@ada`', ['ada']],
  ['`a\n@ada` @bob', ['bob']],
  ['`a\n\n@ada`', ['ada']],
  ['```\n@ada\n```\n@bob', ['bob']],
  ['```ts\n@ada\n``\n@ada\n````\n@bob', ['bob']],
  ['~~~\n@ada\n```\n@ada\n~~~\n@bob', ['bob']],
  ['> ```\n> @ada\n> ```\n\n@bob', ['bob']],
  ['- ```\n  @ada\n  ```\n- @bob', ['bob']],
  ['``` @ada ``` @bob', ['bob']],
  ['```\r\n@ada\r\n```\r\n@bob', ['bob']],
  ['```\n@ada', []],
  ['    @ada', []],
  ['a\n\n    @ada\n\n@bob', ['bob']],
  ['\t@ada\n@bob', ['bob']],
  ['a\n\n\n    @ada\n\n    @ada', []],
  ['a\n    @ada', ['ada']],
  ['- a\n\n    @ada\n\n    @bob', ['ada', 'bob']],
  ['1. a\n\nb\n\n    @ada', []],
  // Comments of HTML.
  ['<!-- @ada --> @bob <!--\n@eve\n-->', ['bob']],
  ['<!-- @ada', ['ada']],
  ['`<!--` @ada `-->`', ['ada']],
])('%j mentions %j', (text, names) => {
  expect(mentionedNames(text).map((possible) => possible.join('|'))).toEqual(names);
});

test('a text without a description mentions nobody', () => {
  expect(mentionedNames(null)).toEqual([]);
});

test('only the first names count', () => {
  const names = Array.from({ length: MAX_NAMES + 5 }, (_, i) => `m${i}`);
  const found = mentionedNames(names.map((name) => `@${name}`).join(' ')).flat();
  expect(found).toEqual(names.slice(0, MAX_NAMES));
});

test.each([
  '@a.'.repeat(33_000),
  '`'.repeat(100_000),
  '` ``'.repeat(25_000),
  '@'.repeat(100_000),
  '<!--'.repeat(25_000),
  '\n    @'.repeat(15_000),
  '\n\n@'.repeat(30_000),
])('a hostile text is read in linear time', (text) => {
  expect(mentionedNames(text).length).toBeLessThanOrEqual(MAX_NAMES);
});
