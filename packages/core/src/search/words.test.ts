import { hasWord, queryWords, WORDS_OF_A_QUERY, WORDS_OF_A_TEXT, wordsOf } from './words.ts';

const words = (text: string) => [...wordsOf(text)];
const isWhole = (text: string) => !/\p{Surrogate}/u.test(text);
const typed = (text: string) =>
  queryWords(text).map(({ text: word, beginning }) => (beginning ? `${word}*` : word));

test.each([
  ['Deploy the Service', ['deploy', 'the', 'service']],
  ['Straße STRASSE', ['strasse']],
  ['İI ıi', ['ii']],
  ['ﬁn ㎏ ½ Ⅷ', ['fin', 'kg', '1', '2', 'viii']],
  ['é e\u0301 Å', ['e', 'a']],
  ['ΟΔΟΣ οδός', ['οδοσ']],
  ['مُحَمَّد كـــتاب', ['محمد', 'كتاب']],
  ['हिन्दी', ['हिन्दी']],
  ['v2.0_rc', ['v2', '0', 'rc']],
  ['soft\u00adhyphen zero\u200dwidth', ['softhyphen', 'zerowidth']],
  ['北京市', ['北京', '京市', '市']],
  ['第3章', ['第', '3', '章']],
  ['🔥fire🔥', ['🔥', 'fire']],
  ['', []],
  [' *"- \n', []],
])('the words of %j are %j', (text, expected) => {
  expect(words(text)).toEqual(expected);
});

test.each([
  ['deploy serv', ['deploy', 'serv*']],
  ['Deploy deploy', ['deploy']],
  ['deploy dep', ['deploy']],
  ['dep deploy', ['dep', 'deploy*']],
  ['北京市', ['北京', '京市']],
  ['京', ['京*']],
  ['京 x', ['京*', 'x*']],
  ['"quoted" AND -not*', ['quoted', 'and', 'not*']],
  ['***', []],
])('the query %j has the words %j', (text, expected) => {
  expect(typed(text).toSorted()).toEqual(expected.toSorted());
});

test('texts and queries have a maximum number of words, and words a maximum length', () => {
  const many = Array.from({ length: WORDS_OF_A_TEXT + 10 }, (_, i) => `w${i}`).join(' ');
  expect(wordsOf(many).size).toBe(WORDS_OF_A_TEXT);
  expect(wordsOf(`${many} é`).size).toBe(WORDS_OF_A_TEXT);
  expect(queryWords(many)).toHaveLength(WORDS_OF_A_QUERY);
  const [long] = words('x'.repeat(1_000));
  expect(long).toHaveLength(64);
  expect(typed(`${'x'.repeat(200)} y`)).toContain(long);
  expect(words(`x${'😀'}${'𝒳'.repeat(100)}`).every(isWhole)).toBe(true);
  expect(words(`y${'𐐀'.repeat(100)}`).every(isWhole)).toBe(true);
});

test('a word matches exactly, or as a prefix', () => {
  const own = wordsOf('deployment plan');
  expect(hasWord(own, { text: 'deploy', beginning: true })).toBe(true);
  expect(hasWord(own, { text: 'deploy', beginning: false })).toBe(false);
  expect(hasWord(own, { text: 'plan', beginning: false })).toBe(true);
});
