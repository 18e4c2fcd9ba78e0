/**
 * Normalizes a text to its visual form: without invisible characters, with compatible forms unified, white space
 * collapsed, in lower case. Texts with the same form look alike in a list.
 */
export const visibleForm = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
    .normalize('NFC');
