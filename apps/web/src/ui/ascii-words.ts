/** The words of a text in lowercase ASCII, for names that programs use. Other scripts than Latin have none. */
export const asciiWords = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
