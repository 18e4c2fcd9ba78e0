import {
  numberAfter,
  PRIORITIES,
  type Rank,
  rankOf,
  type SortOrder,
  TASK_STATUSES,
  type TaskFilter,
  type TaskOrder,
  type TaskPosition,
  type TaskSort,
} from '@tandem/core';
import { type Condition, conditionsOf, UNRANKED } from './conditions.ts';
import { BY_NUMBER, type Place, rankedSource, type Source, sourcesOf, timedSource } from './sources.ts';
import type { TaskView } from './view.ts';

/** A part of a list that its sources have in order. */
export interface Segment {
  /** Never empty; several only if they are ordered by number. */
  readonly sources: readonly Source[];
  /** The conditions that the sources do not imply, and those that one of them serves. */
  readonly conditions: readonly Condition[];
  readonly desc: boolean;
  /** The place before the first task. */
  readonly after: Place;
  /** The place of the last task; undefined means the end. */
  readonly upTo: Place | undefined;
  /** The value by which the list is sorted, at a place. */
  readonly valueAt: (place: Place) => TaskPosition[0];
  /** The place at which the segment continues after a position of the list; null if it lies before that. */
  readonly from: (position: TaskPosition) => Place | null;
}

// biome-ignore format: a table
const COLUMNS = {
  created: null, updated: 'updated_at', due: 'due_date', priority: 'priority', completed: 'completed_at', rank: 'rank',
} as const satisfies Record<TaskSort, keyof TaskView | null>;

/** The column by which a list is sorted before the number. */
export const columnOf = ({ sort }: TaskOrder) => COLUMNS[sort];

/** The position of a task with this value in the column. */
export const positionWith = ({ sort }: TaskOrder, value: TaskPosition[0], number: number): TaskPosition => {
  if (sort === 'created') return [null, number];
  return [sort === 'rank' ? rankOf({ rank: value as Rank | null, taskNumber: number }) : value, number];
};

export const positionOf = (order: TaskOrder, row: TaskView): TaskPosition => {
  const column = columnOf(order);
  return positionWith(order, column === null ? null : row[column], row.number);
};

/** The sequences of segments that are merged into a list: one, except by rank, where only some tasks have a stored one. */
export const sequencesOf = (
  filter: TaskFilter,
  order: TaskOrder,
  leaving: readonly string[],
): readonly (readonly Segment[])[] =>
  order.sort === 'rank'
    ? [rankedSegments(filter, order, leaving), unrankedSegments(filter, order, leaving)]
    : [segmentsOf(filter, { ...order, sort: order.sort }, leaving)];

/** The segments of a list, in order; those without tasks are omitted. */
function segmentsOf(
  filter: TaskFilter,
  order: { readonly sort: Exclude<TaskSort, 'rank'>; readonly order: SortOrder },
  leaving: readonly string[],
): readonly Segment[] {
  const desc = order.order === 'desc';
  const byNumber = (narrowed: TaskFilter, value: TaskPosition[0] = null, more: readonly Condition[] = []) =>
    segmentByNumber(narrowed, [...conditionsOf(narrowed, leaving), ...more], desc, value);
  switch (order.sort) {
    case 'created':
      return byNumber(filter);
    case 'priority': {
      const priorities = PRIORITIES.filter((each) => filter.priorities?.includes(each) ?? true);
      return (desc ? priorities.toReversed() : priorities).flatMap((priority) =>
        byNumber({ ...filter, priorities: [priority] }, priority),
      );
    }
    case 'updated':
      return segmentByTime('updated', filter, leaving, desc);
    case 'due':
      return [
        ...(filter.due === null ? [] : segmentByTime('due', filter, leaving, desc)),
        ...(filter.due ? [] : byNumber({ ...filter, due: null })),
      ];
    case 'completed': {
      const statuses = filter.statuses ?? TASK_STATUSES;
      const open = { ...filter, statuses: statuses.filter((status) => status !== 'done') };
      return [
        ...segmentByTime('completed', filter, leaving, desc),
        ...(filter.completed ? [] : byNumber(open)),
      ];
    }
  }
}

function segmentByNumber(
  filter: TaskFilter,
  conditions: readonly Condition[],
  desc: boolean,
  value: TaskPosition[0],
): readonly Segment[] {
  const sources = sourcesOf(filter, conditions);
  if (sources.some(({ partitions }) => partitions.length === 0)) return [];
  const { start, end } = BY_NUMBER;
  return [
    {
      sources,
      conditions,
      desc,
      after: desc ? end : start,
      upTo: undefined,
      valueAt: () => value,
      from: ([given, number]) => {
        if (given === value) return { key: 0, number };
        return isBefore(given, value, desc) ? (desc ? end : start) : null;
      },
    },
  ];
}

/** Whether a list in this direction has tasks of one value before those of another. */
const isBefore = (one: TaskPosition[0], other: TaskPosition[0], desc: boolean): boolean =>
  one !== null && (other === null || (desc ? one > other : one < other));

function segmentByTime(
  name: 'updated' | 'due' | 'completed',
  filter: TaskFilter,
  leaving: readonly string[],
  desc: boolean,
): readonly Segment[] {
  const { [name]: range = {}, ...others } = filter;
  const [condition] = conditionsOf({ archived: filter.archived, [name]: range }, []) as [Condition];
  const source = timedSource(filter, condition);
  return source ? inOrderOf(source, conditionsOf(others, leaving), desc) : [];
}

/** The tasks of one source that has its own order. */
function inOrderOf(source: Source, conditions: readonly Condition[], desc: boolean): readonly Segment[] {
  if (source.partitions.length === 0) return [];
  const { start, end } = source.bounds;
  const [after, upTo] = desc ? [end, start] : [start, end];
  return [
    {
      sources: [source],
      conditions,
      desc,
      after,
      upTo,
      valueAt: ({ key }) => key,
      from: ([key, number]) => {
        if (key === null || typeof key !== typeof after.key) return null;
        // A cursor can be forged: never before the range.
        const isEarlier = desc ? key > after.key : key < after.key;
        return isEarlier ? after : { key, number };
      },
    },
  ];
}

const rankedSegments = (filter: TaskFilter, { order }: TaskOrder, leaving: readonly string[]) =>
  inOrderOf(rankedSource(filter), conditionsOf(filter, leaving), order === 'desc');

/** The newest come first in ascending order. */
const unrankedSegments = (filter: TaskFilter, { order }: TaskOrder, leaving: readonly string[]) =>
  segmentByNumber(filter, [...conditionsOf(filter, leaving), UNRANKED], order === 'asc', null).map(
    (segment): Segment => ({
      ...segment,
      valueAt: ({ number }) => rankOf({ rank: null, taskNumber: number }),
      from: ([rank]) => (typeof rank === 'string' ? { key: 0, number: numberAfter(rank, order) } : null),
    }),
  );
