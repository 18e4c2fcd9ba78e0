import { snippetOf } from './snippet.ts';
import { queryWords } from './words.ts';

/** A snippet with its marks in brackets. */
function marked(text: string, typed: string): string {
  const { text: piece, marks } = snippetOf(text, queryWords(typed));
  const characters = Array.from(piece);
  for (const [from, to] of marks.toReversed()) {
    characters.splice(to, 0, ']');
    characters.splice(from, 0, '[');
  }
  return characters.join('');
}

test.each([
  ['The valve leaks', 'valve', 'The [valve] leaks'],
  ['The valve leaks', 'val', 'The [val]ve leaks'],
  ['The valve leaks', 'the leaks', '[The] valve [leaks]'],
  ['Große Straße', 'strasse', 'Große [Straße]'],
  ['Große Straße', 'stras', 'Große [Straß]e'],
  ['cafe\u0301s', 'cafe', '[cafe\u0301]s'],
  ['a cafe\u0301', 'café', 'a [cafe\u0301]'],
  ['ﬁnd', 'fi', '[ﬁ]nd'],
  ['ﬁnd', 'f', '[ﬁ]nd'],
  ['İzmir', 'iz', '[İz]mir'],
  ['😀 the 😀 valve', 'valve', '😀 the 😀 [valve]'],
  ['北京市东城区', '京市东', '北[京市东]城区'],
  ['北京市东城区', '区', '北京市东城[区]'],
  ['Fire 🔥 drill', '🔥', 'Fire [🔥] drill'],
  ['valve valve', 'valve', '[valve] [valve]'],
  ['  a\n\n\tvalve  ', 'valve', 'a [valve]'],
  ['<b>valve</b> & co', 'valve', '<b>[valve]</b> & co'],
  ['nothing of it', 'valve', 'nothing of it'],
  ['', 'valve', ''],
])('the snippet of %j with %j: %j', (text, typed, expected) => {
  expect(marked(text, typed)).toBe(expected);
});

test('a snippet covers the part with the most words, and avoids cutting words', () => {
  const text = `A valve. ${'before '.repeat(60)}the boiler has a valve here ${'after '.repeat(60)}`;
  const piece = marked(text, 'valve boiler');
  expect(piece).toMatch(/^…before (before )+the \[boiler\] has a \[valve\] here after (after )+after…$/);
  expect(piece.length).toBeLessThan(170);
});

test('a snippet of any text is short, well-formed, and has ordered marks', () => {
  for (const text of ['x'.repeat(5_000), '😀'.repeat(400), `${'日'.repeat(300)}本`, `${' '.repeat(500)}x`]) {
    const { text: piece, marks } = snippetOf(text, queryWords('x 本'));
    expect(piece).not.toMatch(/\p{Surrogate}/u);
    expect(Array.from(piece).length).toBeLessThanOrEqual(162);
    for (const [from, to] of marks) expect(from).toBeLessThan(to);
  }
});

test.each([
  ['的'.repeat(20_000), '的'],
  ['的是'.repeat(10_000), '的是 是的 的 是'],
  ['é'.repeat(20_000), 'e'],
  [`e${'\u0301'.repeat(19_999)}`, 'e'],
  ['パ'.repeat(20_000), 'ハ ハ\u309a'],
  ['🔥'.repeat(10_000), '🔥'],
  ['a '.repeat(10_000), 'a b c d e f g h i j k l m n o p'],
])('a snippet of the longest repetitive text is fast (%#)', (text, typed) => {
  const words = queryWords(typed);
  snippetOf(text.slice(0, 1_000), words);
  const before = process.cpuUsage();
  snippetOf(text, words);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(150);
});
