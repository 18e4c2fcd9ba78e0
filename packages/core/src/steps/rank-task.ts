import type { Caller } from '../access/caller.ts';
import type { SteadyPorts, Stores } from '../ports.ts';
import { all } from '../shared/all.ts';
import { invalid, Refusal } from '../shared/refusal.ts';
import {
  gapBeside,
  gapBetween,
  isInCell,
  isTooLong,
  type Rank,
  rankOf,
  ranksBetween,
  type Side,
} from '../tasks/rank.ts';
import { type Task, type TaskUpdate, taskEntity } from '../tasks/task.ts';
import { recorder } from './record.ts';

/** Tasks on each side whose ranks are spread again when a rank becomes too long. */
const SPREAD = 500;

/** The task next to which an update moves a task, and the side. */
export interface Anchor {
  readonly side: Side;
  readonly task: Task;
}

/** The anchor of an update; undefined if it moves nothing. 400 for a task that does not exist, or the task itself. */
export async function anchorOf(
  { tasks }: Pick<Stores, 'tasks'>,
  task: Task,
  { before, after }: TaskUpdate,
): Promise<Anchor | undefined> {
  if (before !== undefined && after !== undefined)
    throw invalid({ after: 'must not be combined with before' });
  const side = before === undefined ? 'after' : 'before';
  const taskNumber = before ?? after;
  if (taskNumber === undefined) return undefined;
  const found = taskNumber === task.taskNumber ? null : await tasks.byNumber(taskNumber);
  if (!found) throw invalid({ [side]: 'must be the number of another task in this workspace' });
  return { side, task: found };
}

/**
 * Moves a task directly before or after another one in the manual order. It stays as it is otherwise: neither its ETag
 * nor the time of its last change depends on its rank.
 */
export function taskRanker(ports: Pick<SteadyPorts, 'clock' | 'newId'>) {
  const record = recorder(ports);

  return async (stores: Stores, by: Caller, task: Task, anchor: Anchor): Promise<void> => {
    await stores.ranks.set(await ranksFor(stores, task, anchor));
    await record(stores, by, { entity: taskEntity(task), action: 'ranked' });
  };
}

/** The rank of the moved task, and those of the tasks around it if there was no room. */
async function ranksFor(
  { ranks }: Pick<Stores, 'ranks'>,
  { taskNumber }: Task,
  anchor: Anchor,
): Promise<ReadonlyMap<number, Rank>> {
  const beside = async (rank: Rank, side: Side, count: number) =>
    (await ranks.beside(rank, side, count + 1))
      .filter((row) => row.taskNumber !== taskNumber)
      .slice(0, count);
  const at = rankOf(anchor.task);
  const [next] = await beside(at, anchor.side, 1);
  const gap = gapBeside(at, anchor.side, next?.rank);
  const [rank] = ranksBetween(gap, 1) as [Rank];
  if (!isTooLong(rank)) return new Map([[taskNumber, rank]]);

  const [before, after] = await all(beside(rank, 'before', SPREAD + 1), beside(rank, 'after', SPREAD + 1));
  const around = [...before.toReversed(), { taskNumber, rank }, ...after].filter((row) =>
    isInCell(gap.cell, row.rank),
  );
  const first = isInCell(gap.cell, before[SPREAD]?.rank ?? '') ? around.shift() : undefined;
  const last = isInCell(gap.cell, after[SPREAD]?.rank ?? '') ? around.pop() : undefined;
  const spread = ranksBetween(gapBetween(gap.cell, first?.rank, last?.rank), around.length);
  if (spread.some(isTooLong)) throw noRoom();
  return new Map(around.map((row, i) => [row.taskNumber, spread[i] as Rank]));
}

const noRoom = () =>
  new Refusal(
    'LIMIT_REACHED',
    'Too many tasks have been moved to this place. Move the task next to another one.',
  );
