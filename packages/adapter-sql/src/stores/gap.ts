/** A position in the order of ready tasks of one priority: by due date, then number. */
export type Place = readonly [due: number, number: number];

/** Positions before and after all tasks. */
export const START: Place = [Number.MIN_SAFE_INTEGER, 0];
export const END: Place = [Number.POSITIVE_INFINITY, 0];

/** A range of the order that excludes `from` and includes `to`. */
export interface Gap {
  readonly from: Place;
  readonly to: Place;
}

const compare = (a: Place, b: Place): number => (a[0] === b[0] ? a[1] - b[1] : a[0] < b[0] ? -1 : 1);

/** The position from which a scan at `at` continues: the end of the skip range that contains it. */
export function beyond(gaps: readonly Gap[], at: Place): Place {
  const gap = gaps.find(({ from, to }) => compare(from, at) <= 0 && compare(at, to) < 0);
  return gap ? gap.to : at;
}

/** Adds a range in order and merges it with those that it touches. */
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

/** Removes a position from the ranges, splitting the range that contains it. Returns the same ranges if none does. */
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
