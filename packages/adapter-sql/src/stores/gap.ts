/** A place in the order of the ready tasks of one priority: by due date, then number. */
export type Place = readonly [due: number, number: number];

/** Before all tasks, and after all of them. */
export const START: Place = [Number.MIN_SAFE_INTEGER, 0];
export const END: Place = [Number.POSITIVE_INFINITY, 0];

/** A stretch of the order without `from` itself and with `to` itself. */
export interface Gap {
  readonly from: Place;
  readonly to: Place;
}

const compare = (a: Place, b: Place): number => (a[0] === b[0] ? a[1] - b[1] : a[0] < b[0] ? -1 : 1);

/** Where a look goes on that has come to a place: at the end of the gap that begins there or before. */
export function beyond(gaps: readonly Gap[], at: Place): Place {
  const gap = gaps.find(({ from, to }) => compare(from, at) <= 0 && compare(at, to) < 0);
  return gap ? gap.to : at;
}

/** The gaps with one more, in order; those that it touches become one with it. */
export function withGap(gaps: readonly Gap[], { from, to }: Gap): readonly Gap[] {
  if (compare(from, to) >= 0) return gaps;
  const touched = gaps.filter((gap) => compare(gap.from, to) <= 0 && compare(from, gap.to) <= 0);
  const [first, last] = [touched.at(0), touched.at(-1)];
  return [
    ...gaps.filter((gap) => compare(gap.to, from) < 0),
    {
      from: first && compare(first.from, from) < 0 ? first.from : from,
      to: last && compare(last.to, to) > 0 ? last.to : to,
    },
    ...gaps.filter((gap) => compare(to, gap.from) < 0),
  ];
}

/** The gaps without a place: the one that it lies in becomes two. The same gaps when it lies in none. */
export function without(gaps: readonly Gap[], place: Place): readonly Gap[] {
  const at = gaps.findIndex(({ from, to }) => compare(from, place) < 0 && compare(place, to) <= 0);
  const gap = gaps[at];
  if (!gap) return gaps;
  const parts: Gap[] = [
    { from: gap.from, to: [place[0], place[1] - 1] },
    { from: place, to: gap.to },
  ];
  return gaps.toSpliced(at, 1, ...parts.filter(({ from, to }) => compare(from, to) < 0));
}
