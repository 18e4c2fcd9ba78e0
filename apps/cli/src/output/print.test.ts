import { printable } from './print.ts';

test('a text without control characters is printed as it is, in every script', () => {
  const text = `Grüße, 日本語, العربية, 🪶👩‍👧, e\u0301, "quoted" and C:\\folder`;
  expect(printable(text)).toBe(text);
});

test.each([
  ['what moves the cursor or colours the terminal', '\u001b[2J', '\\u001b[2J'],
  ['a bell, a tabulator, a backspace', '\u0007\t\b', '\\u0007\\u0009\\u0008'],
  ['the end of a line, by which a name would make a line of its own', 'a\r\nb', 'a\\u000d\\u000ab'],
  ['DEL', '\u007f', '\\u007f'],
  ['the one character that begins a sequence in eight bits', '\u009b2J', '\\u009b2J'],
  ['whatever turns the direction of writing', '\u202egnp.\u2066x\u2069', '\\u202egnp.\\u2066x\\u2069'],
  ['marks of direction', '\u200e\u200f\u061c', '\\u200e\\u200f\\u061c'],
  ['separators of lines and paragraphs', '\u2028\u2029', '\\u2028\\u2029'],
  ['half of a character', 'x\ud83e', 'x\\ud83e'],
])('is written out as an escape: %s', (_what, text, printed) => {
  expect(printable(text)).toBe(printed);
});

test('JSON stays the same JSON', () => {
  const value = { name: 'a\u009b\u202e\u007f\n\u001b[31m' };
  const printed = printable(JSON.stringify(value));
  expect(printed).toMatch(/^[ -~]*$/);
  expect(JSON.parse(printed)).toEqual(value);
});
