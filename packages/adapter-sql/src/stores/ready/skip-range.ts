/** A position in the order of ready tasks of one priority: by due date, then number. */
export type ReadyPosition = readonly [due: number, number: number];

/** Positions before and after all tasks. */
export const START: ReadyPosition = [Number.MIN_SAFE_INTEGER, 0];
export const END: ReadyPosition = [Number.POSITIVE_INFINITY, 0];

/** A range of the order that excludes `from` and includes `to`. */
export interface SkipRange {
  readonly from: ReadyPosition;
  readonly to: ReadyPosition;
}

const compare = (a: ReadyPosition, b: ReadyPosition): number =>
  a[0] === b[0] ? a[1] - b[1] : a[0] < b[0] ? -1 : 1;

/** The position from which a scan at `at` continues: the end of the skip range that contains it. */
export function beyond(ranges: readonly SkipRange[], at: ReadyPosition): ReadyPosition {
  const range = ranges.find(({ from, to }) => compare(from, at) <= 0 && compare(at, to) < 0);
  return range ? range.to : at;
}

/** Adds a range in order and merges it with those that it touches. */
export function withSkipRange(ranges: readonly SkipRange[], { from, to }: SkipRange): readonly SkipRange[] {
  if (compare(from, to) >= 0) return ranges;
  const touched = ranges.filter((range) => compare(range.from, to) <= 0 && compare(from, range.to) <= 0);
  const [first, last] = [touched.at(0), touched.at(-1)];
  return [
    ...ranges.filter((range) => compare(range.to, from) < 0),
    {
      from: first && compare(first.from, from) < 0 ? first.from : from,
      to: last && compare(last.to, to) > 0 ? last.to : to,
    },
    ...ranges.filter((range) => compare(to, range.from) < 0),
  ];
}

/** Removes a position from the ranges, splitting the range that contains it. Returns the same ranges if none does. */
export function without(ranges: readonly SkipRange[], position: ReadyPosition): readonly SkipRange[] {
  const at = ranges.findIndex(({ from, to }) => compare(from, position) < 0 && compare(position, to) <= 0);
  const range = ranges[at];
  if (!range) return ranges;
  const parts: SkipRange[] = [
    { from: range.from, to: [position[0], position[1] - 1] },
    { from: position, to: range.to },
  ];
  return ranges.toSpliced(at, 1, ...parts.filter(({ from, to }) => compare(from, to) < 0));
}
