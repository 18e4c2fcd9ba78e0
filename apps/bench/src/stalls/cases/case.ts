import type { Dataset } from '../dataset.ts';
import type { Request } from '../request.ts';
import type { Bulk } from '../seed/bulk.ts';

/** Where a case makes its request. */
export interface Scene {
  readonly dataset: Dataset;
  /** Writes rows straight into the database that is served, before anything is measured. */
  make<T>(work: (bulk: Bulk) => T): T;
  /** Asks something beforehand; what it answers, as JSON. */
  ask(request: Request): Promise<unknown>;
}

/** Something that an operation may be asked, and that may hold up everybody else. */
export interface StallCase {
  /** The id of a row of the contract, or in brackets what else there is to ask. */
  readonly operation: string;
  readonly what: string;
  /** What it should be answered with; any success that the contract's row names unless given. */
  readonly status?: number | readonly number[];
  request(scene: Scene): Request | Promise<Request>;
}

/** Work that the server does by itself: what there is to do is made before it starts. */
export interface HouseworkCase {
  readonly operation: string;
  readonly what: string;
  prepare(scene: Pick<Scene, 'dataset' | 'make'> & { readonly folder: string }): void;
}

/** Cases of one operation, from what each is and how it is asked. */
export const casesOf = (
  operation: string,
  cases: Readonly<Record<string, StallCase['request']>>,
  status?: StallCase['status'],
): StallCase[] =>
  Object.entries(cases).map(([what, request]) => ({
    operation,
    what,
    request,
    ...(status !== undefined && { status }),
  }));

/**
 * A page far from the first of a list: its cursor is that of the first page with another position. What was paged
 * through to get there costs nothing that is measured.
 */
export async function deep(
  { ask }: Scene,
  request: Request,
  distance: number,
  order: 'asc' | 'desc' = 'desc',
): Promise<Request> {
  const between = request.path.includes('?') ? '&' : '?';
  const first = (await ask({ ...request, path: `${request.path}${between}limit=1` })) as { cursor: string };
  const [list, position] = JSON.parse(Buffer.from(first.cursor, 'base64url').toString()) as [string, number];
  const there = Math.round(order === 'asc' ? position + distance : position - distance);
  const cursor = Buffer.from(JSON.stringify([list, there])).toString('base64url');
  return { ...request, path: `${request.path}${between}limit=100&cursor=${cursor}` };
}
