import { SLOT_BASE } from './document.ts';

/** Of each word, the documents that have it. */
type Found = readonly (readonly number[])[];

/** Of a number, which of its documents have how many of the words. */
interface Counts {
  /** By slot. */
  readonly texts: Map<number, number>;
  title: number;
}

/**
 * In which of its documents each of these numbers is shown: in the first that has the most of the words, and in its title,
 * which null stands for, only where that has more of them than any. What has been found is gone through once, when the
 * first is asked for.
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
    let shown: number | null = null;
    let max = counts?.title ?? 0;
    for (const [slot, count] of counts?.texts ?? []) {
      if (count < max || (count === max && shown !== null && shown < slot)) continue;
      max = count;
      shown = slot;
    }
    return shown;
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
