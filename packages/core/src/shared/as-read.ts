/**
 * A text as people read it: without invisible characters, compatible forms as one, white space folded, in lower case.
 * Two texts with the same reading look alike in a list.
 */
export const asRead = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
    .normalize('NFC');
