/** What takes two columns of a terminal: East Asian wide and full-width characters, by their ranges in Unicode 16. */
const WIDE =
  /[\u1100-\u115f\u231a\u231b\u2329\u232a\u23e9-\u23ec\u23f0\u23f3\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18cff}\u{1aff0}-\u{1b2fb}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u;
/** Marks that stand on the character before them, and what joins characters. */
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]*$/u;
/** What is in most texts. */
const PLAIN = /^[ -~]*$/;

let segmenter: Intl.Segmenter | undefined;
/** It takes longer to make than most commands need, and most texts are plain. */
const segmentsOf = (text: string) => {
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text);
};

/** How many columns of a terminal a printable text takes. */
export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmentsOf(text)) width += widthOfCharacter(segment);
  return width;
}

/** A printable text in so many columns at most; one that is cut ends with …, and no character is cut in two. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = '';
  let width = 0;
  for (const { segment } of segmentsOf(text)) {
    width += widthOfCharacter(segment);
    if (width > columns - 1) break;
    kept += segment;
  }
  return columns < 1 ? '' : `${kept.trimEnd()}…`;
}

/** As a person sees one: a letter with its marks, a family of emoji. */
const widthOfCharacter = (character: string): number =>
  NO_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
