import type { SearchHit } from '@tandem/client';

interface SnippetPart {
  /** The start of the piece. */
  readonly at: number;
  readonly text: string;
  readonly isMarked: boolean;
}

/** Splits a snippet at its marks, whose offsets count code points. */
export function splitSnippet({ text, marks }: SearchHit['snippet']): SnippetPart[] {
  const points = [...text];
  const found: SnippetPart[] = [];
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
