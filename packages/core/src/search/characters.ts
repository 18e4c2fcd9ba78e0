/** What a character is to a text that is looked through. */
export type Kind =
  /** Of words that are set apart by something else. */
  | 'letter'
  /** Of a script that is written without spaces. */
  | 'dense'
  /** A word by itself. */
  | 'pictogram'
  /** Between words. */
  | 'other';

/** A character as it is compared. */
export interface Folded {
  readonly text: string;
  readonly kind: Kind;
}

/** Letters that no normalization takes apart, as people type them who do not have them. */
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
 * What is not looked at: accents and the like of scripts that are read without them, characters that are only there for
 * the layout, and the line by which Arabic words are drawn out. Vowel signs of other scripts are as good as letters,
 * and so are the voicing marks of kana.
 */
const UNSEEN =
  /[\p{sc=Zinh}\p{sc=Arab}\p{sc=Hebr}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Latn}](?<=\p{M})(?<![\u3099\u309a])|\p{Cf}|\p{Emoji_Modifier}|\u0640/gu;
/** Scripts that are written without spaces, and the letters that flags are made of. */
const DENSE =
  /^(?=[\p{L}\p{N}\p{M}\p{RI}])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Yiii}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{RI}]$/u;
const LETTER = /^[\p{L}\p{N}\p{M}]$/u;
const PICTOGRAM = /^\p{ExtPict}$/u;

const kindOf = (character: string): Kind => {
  if (DENSE.test(character)) return 'dense';
  if (LETTER.test(character)) return 'letter';
  return PICTOGRAM.test(character) ? 'pictogram' : 'other';
};

/** Upper case first: some letters have the same one, and that of ß is two. */
const plain = (text: string) => text.normalize('NFKD').replace(UNSEEN, '').toUpperCase().toLowerCase();

function fold(character: string): readonly Folded[] {
  const texts = Array.from(plain(plain(character))).flatMap((each) => Array.from(PLAIN[each] ?? each));
  return texts.map((text) => ({ text, kind: kindOf(text) }));
}

/** Characters are many, and a text has few of them. */
const known = new Map<number, readonly Folded[]>();
const MAX_KNOWN = 20_000;

/** A character without case and accents, and as the plainest of those that mean the same; it may become several, or none. */
export function folded(codePoint: number): readonly Folded[] {
  let found = known.get(codePoint);
  if (!found) {
    found = fold(String.fromCodePoint(codePoint));
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(codePoint, found);
  }
  return found;
}
