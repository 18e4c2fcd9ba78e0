/** Characters two columns wide: East Asian wide and full-width characters, by their ranges in Unicode 16. */
const WIDE =
  /[\u1100-\u115f\u231a\u231b\u2329\u232a\u23e9-\u23ec\u23f0\u23f3\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18cff}\u{1aff0}-\u{1b2fb}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u;
/** Combining marks and joiners. */
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]*$/u;
/** Covers most texts. */
const PLAIN = /^[ -~]*$/;

let segmenter: Intl.Segmenter | undefined;
/** Created on first use: it takes longer to create than most commands need, and most texts are plain. */
const segmentsOf = (text: string) => {
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text);
};

/** The width of an escaped text in terminal columns. */
export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmentsOf(text)) width += widthOfCharacter(segment);
  return width;
}

/** Cuts an escaped text to a maximum width. A cut text ends with …, and no character is split. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let head = '';
  let width = 0;
  for (const { segment } of segmentsOf(text)) {
    width += widthOfCharacter(segment);
    if (width > columns - 1) break;
    head += segment;
  }
  return columns < 1 ? '' : `${head.trimEnd()}…`;
}

/** For a grapheme: a letter with its marks, a family emoji. */
const widthOfCharacter = (character: string): number =>
  NO_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
