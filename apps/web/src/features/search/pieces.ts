import type { SearchHit } from '@tandem/client';

interface Piece {
  /** Where it begins. */
  readonly at: number;
  readonly text: string;
  readonly isMarked: boolean;
}

/** A snippet cut at its marks, which count code points. */
export function pieces({ text, marks }: SearchHit['snippet']): Piece[] {
  const points = [...text];
  const found: Piece[] = [];
  let at = 0;
  const cut = (to: number, isMarked: boolean) => {
    if (to > at) found.push({ at, text: points.slice(at, to).join(''), isMarked });
    at = Math.max(at, to);
  };
  for (const [from = 0, to = 0] of marks) {
    cut(from, false);
    cut(to, true);
  }
  cut(points.length, false);
  return found;
}
