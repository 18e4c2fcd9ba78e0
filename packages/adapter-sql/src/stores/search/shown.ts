import { SLOT_BASE } from './document.ts';

/** The documents that contain each word. */
type Found = readonly (readonly number[])[];

/** The number of matching words in each document of a number. */
interface Counts {
  /** By slot. */
  readonly texts: Map<number, number>;
  title: number;
}

/**
 * Returns the document to display for each number: the first one with the most words. null stands for the title, which
 * wins only with strictly more words. The matches are scanned once, on the first call.
 */
export function shownIn(
  numbers: readonly number[],
  titles: Found,
  texts: Found,
): (number: number) => number | null {
  let known: Map<number, Counts> | undefined;
  return (number) => {
    known ??= counted(numbers, titles, texts);
    const counts = known.get(number);
    let best: number | null = null;
    let max = counts?.title ?? 0;
    for (const [slot, count] of counts?.texts ?? []) {
      if (count < max || (count === max && best !== null && best < slot)) continue;
      max = count;
      best = slot;
    }
    return best;
  };
}

function counted(numbers: readonly number[], titles: Found, texts: Found): Map<number, Counts> {
  const counts = new Map<number, Counts>(numbers.map((number) => [number, { texts: new Map(), title: 0 }]));
  for (const documents of titles) {
    for (const document of documents) {
      const of = counts.get(Math.floor(document / SLOT_BASE));
      if (of) of.title++;
    }
  }
  for (const documents of texts) {
    for (const document of documents) {
      const of = counts.get(Math.floor(document / SLOT_BASE));
      if (!of) continue;
      const slot = document % SLOT_BASE;
      of.texts.set(slot, (of.texts.get(slot) ?? 0) + 1);
    }
  }
  return counts;
}
