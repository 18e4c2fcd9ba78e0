import { marked, seen } from './texts.ts';
import { beginningOf, tokensOf } from './tokens.ts';

/** Most tokens of an answer, as they are guessed. */
const MAX_TOKENS = 1_700;

/** A text of somebody's that may be cut. */
export interface LongText {
  /** Whose it is, and what. */
  readonly head: string;
  readonly text: string;
  /** So many tokens of it are shown in any case. */
  readonly min: number;
  /** How to get what comes after so many characters of it. */
  readonly rest: (from: number) => string;
}

/** A line of ours, a long text, or nothing. */
export type Piece = string | LongText | null | false | undefined;

/**
 * An answer out of lines and long texts, in their order, that a model can take: the lines are whole, and the long texts
 * share what they leave, the first of them first. What is cut is said, with how to get the rest.
 */
export function answerOf(pieces: readonly Piece[], max = MAX_TOKENS): string {
  const given = pieces.filter((piece): piece is string | LongText => Boolean(piece));
  const texts = given.flatMap((piece) => {
    if (typeof piece === 'string') return [];
    const shown = seen(piece.text).trimEnd();
    return [{ piece, shown, cost: costOf(shown), room: 0 }];
  });
  let left = max;
  for (const piece of given) left -= tokensOf(typeof piece === 'string' ? piece : piece.head) + 1;
  let min = 0;
  for (const { piece, cost } of texts) {
    min += Math.min(cost, piece.min);
    if (cost > piece.min) left -= tokensOf(cutLine(piece, cost, cost));
  }
  // Where there is not even room for that, each has its share of it.
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
  readonly shown: string;
  readonly cost: number;
  readonly room: number;
}

/** Of a long text with the marks of its lines; of a very long one as much as matters. */
const costOf = (text: string) => tokensOf(marked(text.slice(0, 10_000)));

function long({ piece, shown, cost, room }: Fitted): string {
  if (shown === '') return `${piece.head} (empty)`;
  if (cost <= room && shown.length <= 10_000) return `${piece.head}\n${marked(shown)}`;
  const begun = beginningOfLines(shown, room);
  return `${piece.head}\n${marked(begun)}\n${cutLine(piece, begun.length, shown.length)}`;
}

const cutLine = ({ rest }: LongText, at: number, of: number): string =>
  `(cut after ${at} of ${of} characters; ${rest(at)})`;

/** As `beginningOf`, with the marks of the lines counted. */
function beginningOfLines(text: string, tokens: number): string {
  const begun = beginningOf(text, tokens);
  const lines = begun.split('\n').length;
  return lines * 2 > tokens / 10 ? beginningOf(text, Math.max(10, tokens - lines)) : begun;
}
