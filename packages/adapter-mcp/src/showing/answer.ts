import { marked, seen } from './texts.ts';
import { beginningOf, tokensOf } from './tokens.ts';

/** Maximum estimated tokens of a response. */
const MAX_TOKENS = 1_700;

/** A text by a member that may be cut. */
export interface LongText {
  /** The kind of text and its author. */
  readonly head: string;
  readonly text: string;
  /** Minimum number of tokens shown. */
  readonly min: number;
  /** How to get the rest, from this character on. */
  readonly rest: (from: number) => string;
}

/** A line by Tandem, a long text, or nothing. */
export type Piece = string | LongText | null | false | undefined;

/**
 * Combines lines and long texts into a response of limited size. Lines are complete, and the long texts share the
 * remaining tokens, earlier ones first. A cut text ends with a note on how to get the rest.
 */
export function answerOf(pieces: readonly Piece[], max = MAX_TOKENS): string {
  const given = pieces.filter((piece): piece is string | LongText => Boolean(piece));
  const texts = given.flatMap((piece) => {
    if (typeof piece === 'string') return [];
    const text = seen(piece.text).trimEnd();
    return [{ piece, text, cost: costOf(text), room: 0 }];
  });
  let left = max;
  for (const piece of given) left -= tokensOf(typeof piece === 'string' ? piece : piece.head) + 1;
  let min = 0;
  for (const { piece, cost } of texts) {
    min += Math.min(cost, piece.min);
    if (cost > piece.min) left -= tokensOf(cutLine(piece, cost, cost));
  }
  // Without room for all minimums, they are reduced proportionally.
  const share = min > left ? Math.max(0, left) / min : 1;
  for (const text of texts) {
    text.room = Math.min(text.cost, text.piece.min) * share;
    left -= text.room;
  }
  for (const text of texts) {
    const more = Math.max(0, Math.min(text.cost - text.room, left));
    text.room += more;
    left -= more;
  }
  return given.map((piece) => (typeof piece === 'string' ? piece : long(texts.shift() as Fitted))).join('\n');
}

interface Fitted {
  readonly piece: LongText;
  readonly text: string;
  readonly cost: number;
  readonly room: number;
}

/** The cost of a long text with its line marks; of a very long text, only the part that can matter. */
const costOf = (text: string) => tokensOf(marked(text.slice(0, 10_000)));

function long({ piece, text, cost, room }: Fitted): string {
  if (text === '') return `${piece.head} (empty)`;
  if (cost <= room && text.length <= 10_000) return `${piece.head}\n${marked(text)}`;
  const begun = beginningOfLines(text, room);
  return `${piece.head}\n${marked(begun)}\n${cutLine(piece, begun.length, text.length)}`;
}

const cutLine = ({ rest }: LongText, at: number, of: number): string =>
  `(cut after ${at} of ${of} characters; ${rest(at)})`;

/** Like `beginningOf`, including the marks of the lines. */
function beginningOfLines(text: string, tokens: number): string {
  const begun = beginningOf(text, tokens);
  const lines = begun.split('\n').length;
  return lines * 2 > tokens / 10 ? beginningOf(text, Math.max(10, tokens - lines)) : begun;
}
