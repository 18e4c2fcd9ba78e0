/** The words of a text, without case and accents. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Whether each word of a query begins a word of a text; an empty query matches all. */
export function matches(text: string, query: string): boolean {
  const words = wordsOf(text);
  return wordsOf(query).every((wanted) => words.some((word) => word.startsWith(wanted)));
}
