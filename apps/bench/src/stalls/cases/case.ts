import type { Dataset } from '../dataset.ts';
import type { Request } from '../request.ts';
import type { Bulk } from '../seed/bulk.ts';

/** The environment in which a case makes its request. */
export interface Scene {
  readonly dataset: Dataset;
  /** Writes rows directly into the served database before the measurement. */
  make<T>(work: (bulk: Bulk) => T): T;
  /** Makes a request before the measurement; returns the response's JSON. */
  ask(request: Request): Promise<unknown>;
}

/** A request that might block the server for others. */
export interface StallCase {
  /** The id of an operation in the contract, or a name in brackets for anything else. */
  readonly operation: string;
  readonly what: string;
  /** The expected status; by default any success status of the operation. */
  readonly status?: number | readonly number[];
  request(scene: Scene): Request | Promise<Request>;
}

/** Background work of the server; its input is created before the server starts. */
export interface HouseworkCase {
  readonly operation: string;
  readonly what: string;
  prepare(scene: Pick<Scene, 'dataset' | 'make'> & { readonly folder: string }): void;
}

/** The cases of one operation, from descriptions and requests. */
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

/** A page deep in a list: the first page's cursor with another position. Paging to that position is not measured. */
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
