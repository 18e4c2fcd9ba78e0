/** The category of a character in searchable text. */
export type Kind =
  /** Part of a word delimited by other characters. */
  | 'letter'
  /** From a script written without spaces. */
  | 'dense'
  /** A word by itself. */
  | 'pictogram'
  /** Between words. */
  | 'other';

/** A character in its form for comparison. */
export interface Folded {
  readonly text: string;
  readonly kind: Kind;
}

/** Letters that normalization does not decompose, mapped to what people without them type. */
const PLAIN: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ς: 'σ',
};

/**
 * Ignored characters: diacritics of scripts that are readable without them, format characters, and the Arabic
 * tatweel. Vowel signs of other scripts count as letters, and so do the voicing marks of kana.
 */
const UNSEEN =
  /[\p{sc=Zinh}\p{sc=Arab}\p{sc=Hebr}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Latn}](?<=\p{M})(?<![\u3099\u309a])|\p{Cf}|\p{Emoji_Modifier}|\u0640/gu;
/** Scripts written without spaces, and the regional indicators that form flags. */
const DENSE =
  /^(?=[\p{L}\p{N}\p{M}\p{RI}])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Yiii}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{RI}]$/u;
const LETTER = /^[\p{L}\p{N}\p{M}]$/u;
const PICTOGRAM = /^\p{ExtPict}$/u;

const kindOf = (character: string): Kind => {
  if (DENSE.test(character)) return 'dense';
  if (LETTER.test(character)) return 'letter';
  return PICTOGRAM.test(character) ? 'pictogram' : 'other';
};

/** Upper case first: some letters share an upper case, and that of ß has two letters. */
const plain = (text: string) => text.normalize('NFKD').replace(UNSEEN, '').toUpperCase().toLowerCase();

function fold(character: string): readonly Folded[] {
  const texts = Array.from(plain(plain(character))).flatMap((each) => Array.from(PLAIN[each] ?? each));
  return texts.map((text) => ({ text, kind: kindOf(text) }));
}

/** Cache: Unicode has many characters, but each text uses few. */
const known = new Map<number, readonly Folded[]>();
const MAX_KNOWN = 20_000;

/**
 * A character without case and diacritics, in its plainest compatible form; it can become several characters or none.
 */
export function folded(codePoint: number): readonly Folded[] {
  let found = known.get(codePoint);
  if (!found) {
    found = fold(String.fromCodePoint(codePoint));
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(codePoint, found);
  }
  return found;
}
