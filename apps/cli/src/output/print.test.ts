import { printable } from './print.ts';

test('prints a text without control characters unchanged, in every script', () => {
  const text = `Grüße, 日本語, العربية, 🪶👩‍👧, e\u0301, "quoted" and C:\\folder`;
  expect(printable(text)).toBe(text);
});

test.each([
  ['cursor movement and terminal colors', '\u001b[2J', '\\u001b[2J'],
  ['a bell, a tab, a backspace', '\u0007\t\b', '\\u0007\\u0009\\u0008'],
  ['a line break, with which a name could forge a line', 'a\r\nb', 'a\\u000d\\u000ab'],
  ['DEL', '\u007f', '\\u007f'],
  ['the 8-bit introducer of control sequences', '\u009b2J', '\\u009b2J'],
  ['characters that change the text direction', '\u202egnp.\u2066x\u2069', '\\u202egnp.\\u2066x\\u2069'],
  ['direction marks', '\u200e\u200f\u061c', '\\u200e\\u200f\\u061c'],
  ['line and paragraph separators', '\u2028\u2029', '\\u2028\\u2029'],
  ['an unpaired surrogate', 'x\ud83e', 'x\\ud83e'],
])('escapes %s', (_what, text, printed) => {
  expect(printable(text)).toBe(printed);
});

test('escaped JSON parses to the same value', () => {
  const value = { name: 'a\u009b\u202e\u007f\n\u001b[31m' };
  const printed = printable(JSON.stringify(value));
  expect(printed).toMatch(/^[ -~]*$/);
  expect(JSON.parse(printed)).toEqual(value);
});
