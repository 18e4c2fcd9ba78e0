import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { beginningOf, tokensOf } from './tokens.ts';

const PROSE =
  'The gulls of the north shore are counted each spring by those who live there. They write the numbers down, with the date, the wind and whoever has counted, and send them to the office.\n\nNobody knows why there were fewer of them in 2024.\n';

/** Texts with many tokens for their length. */
// biome-ignore format: a table
const DEAR: readonly (readonly [string, string])[] = [
  ['Chinese', '海鸥每年春天由住在那里的人来数。'],
  ['rare Chinese', '龘靐齉爨灪麤籲鬱驫饢'],
  ['Japanese', 'カモメは毎年春に数えられます。'],
  ['Korean', '갈매기는 매년 봄에 집계됩니다.'],
  ['Georgian', 'თოლიებს ყოველ გაზაფხულზე ითვლიან. '],
  ['Amharic', 'ወፎቹ በየፀደይ ይቆጠራሉ። '],
  ['Tibetan', 'བོད་ཡིག་གི་ཚིག་གྲུབ། '],
  ['Arabic', 'تُحصى النوارس كل ربيع. '],
  ['Russian', 'Чаек считают каждую весну. '],
  ['rare Cyrillic', 'ѪѮѰѲѴѺѼѾҀ'],
  ['German', 'Die Möwen werden jedes Frühjahr gezählt, größtenteils. '],
  ['Vietnamese', 'Những con mòng biển được đếm mỗi mùa xuân. '],
  ['emoji', '🪶🌊🦅🏝️🧑'],
  ['hieroglyphs', '𓀀𓂀𓃰𓅓𓆣'],
  ['random letters', 'xqzjk vbwqm TtRplN wqx kjqzx'],
  ['base64', 'aGVsbG8gd29ybGQhIQ9x8Zk3Lq0PmVt7'],
  ['hexadecimal', '9f86d081884c7d659a2feaa0c55ad015'],
  ['signs', '~!@#$%^&*()_+{}|:"<>?`-=[]\\;\',./'],
  ['rare signs', '¤§¶†‡•‰‹›⁄€™∂∆∏∑'],
  ['code', 'const x = (a?.b ?? {})["c"].map((d) => d[0] ** 2); // 0x1F\n'],
  ['empty lines', '\n \n\n \n'],
  ['blanks', ' \t  \t\t   \t'],
  ['digits', '3141592653589793'],
];

test.each(DEAR)('%s costs no more than estimated', (_what, unit) => {
  const text = unit.repeat(50);
  const [guess, real] = [tokensOf(text), countTokens(text)];
  expect([guess, real, guess >= real * 0.97]).toEqual([guess, real, true]);
});

test('prose and lists are estimated at less than twice their cost', () => {
  const list =
    '- Read the log of the server, then restart it.\n- Tell the admin what you have found.\n'.repeat(5);
  for (const text of [PROSE, list]) expect(tokensOf(text) / countTokens(text)).toBeLessThan(1.7);
});

test('the beginning of a text ends with a word, within its token limit', () => {
  const begun = beginningOf(PROSE, 40);
  expect(PROSE.startsWith(begun)).toBe(true);
  expect(begun).toMatch(/\s$/);
  expect(tokensOf(begun)).toBeLessThanOrEqual(40);
  expect(beginningOf(PROSE, 1_000)).toBe(PROSE);
});

test('the beginning of one long word is cut inside it, but never inside a character', () => {
  expect(beginningOf('x'.repeat(1_000), 10)).toBe('x'.repeat(10));
  expect(beginningOf('🪶'.repeat(9), 10)).toMatch(/^(🪶)+$/u);
});
