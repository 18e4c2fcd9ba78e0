import type { SearchHit } from '@tandem/client';
import { pieces } from './pieces.ts';

/** A snippet with its matches highlighted. */
export const Marked = ({ snippet }: { snippet: SearchHit['snippet'] }) =>
  pieces(snippet).map(({ at, text, isMarked }) => (isMarked ? <mark key={at}>{text}</mark> : text));
