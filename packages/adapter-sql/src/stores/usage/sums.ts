import {
  type Day,
  type DayRange,
  daysIn,
  monthOf,
  type Page,
  type PageSlice,
  periodsOf,
  totalUsage,
  type Usage,
  type UsageFilter,
  type UsageGroup,
  type UsageSum,
} from '@tandem/core';
import { sql } from 'kysely';
import { isNumbers, json } from '../../columns.ts';
import { andThen } from '../../connection.ts';
import { query } from '../../query.ts';
import { reading, readPage } from '../../reading.ts';
import type { Session } from '../../session.ts';
import { MEMBER } from '../members/store.ts';
import type { Schema } from '../schema.ts';

export type UsageRow = Schema['usage_sums'];

/** The owners of usage sums. Sums of the workspace serve the figures by day. */
export const USAGE_KINDS = ['agent', 'project', 'task', 'agent_project', 'agent_task', 'workspace'] as const;
export type UsageKind = (typeof USAGE_KINDS)[number];

/** The owner of sums without one; sorts after all others. */
export const NONE = '-';
/** Sorts before every owner in a page. */
const BEFORE_ALL = '~';

export const USAGE_SUM = query(
  (p: { ws: string; kind: UsageKind; period: string; owner: string }) => sql<UsageRow>`
    SELECT * FROM usage_sums
    WHERE workspace_id = ${p.ws} AND kind = ${p.kind} AND period = ${p.period} AND owner = ${p.owner}`,
);
const OWNERS = query(
  (p: { ws: string; kind: UsageKind; period: string; from: string; before: string; limit: number }) => sql<{
    owner: string;
  }>`
    SELECT owner FROM usage_sums
    WHERE workspace_id = ${p.ws} AND kind = ${p.kind} AND period = ${p.period}
      AND owner >= ${p.from} AND owner < ${p.before}
    ORDER BY owner DESC LIMIT ${p.limit}`,
);
const DAYS = query(
  (p: { ws: string; from: string; to: string; before: string; limit: number }) => sql<UsageRow>`
    SELECT * FROM usage_sums
    WHERE workspace_id = ${p.ws} AND kind = 'workspace' AND period >= ${p.from} AND period <= ${p.to}
      AND period < ${p.before} AND length(period) = 10
    ORDER BY period DESC LIMIT ${p.limit}`,
);
const FIRST = query(
  (p: { ws: string }) => sql<{ period: string }>`
    SELECT period FROM usage_sums WHERE workspace_id = ${p.ws} AND kind = 'workspace' ORDER BY period LIMIT 1`,
);
const LAST = query(
  (p: { ws: string }) => sql<{ period: string }>`
    SELECT period FROM usage_sums WHERE workspace_id = ${p.ws} AND kind = 'workspace' ORDER BY period DESC LIMIT 1`,
);
const TITLE = query(
  (p: { ws: string; id: string }) => sql<{ title: string }>`
    SELECT title FROM projects WHERE workspace_id = ${p.ws} AND id = ${p.id} AND archived < 2`,
);

/** Maximum text of sums read for a page, in UTF-16 units: more would not be returned (docs/decisions/0041). */
const MAX_TEXT = 1024 * 1024;
/** Maximum sums that a page adds up, about 10 ms; it ends early then. */
const MAX_SUMS = 4_000;

type Days = Readonly<Record<'from' | 'to', Day>>;

/** A sum over the requested periods. */
interface Sum {
  readonly workspace_id: string;
  readonly key: string;
  readonly usages: readonly string[];
}

export const numbers = json('usage', 'object of numbers', (value): value is Usage => isNumbers(value));

/** Groups whose sums are stored. */
type SumGroup = Exclude<UsageGroup, 'attempt'>;

/** A page of usage sums over the requested days, by agent, project, task or day, newest or highest key first. */
export async function readSums(
  session: Session,
  by: SumGroup,
  filter: UsageFilter,
  page: PageSlice,
): Promise<Page<UsageSum>> {
  const found = await findSums(session, by, filter, page);
  const names = await namesOf(
    session,
    by,
    found.rows.map(({ key }) => key),
  );
  const read = reading(
    session.reportBadRow,
    'usage_sums',
    ({ key }: Sum) => `${by} ${key}`,
    ({ key, usages }) => SHOWN[by](key, totalUsage(usages.map(numbers)), names),
  );
  return readPage(found, page.limit, ({ key }) => key, read);
}

async function findSums(
  session: Session,
  by: SumGroup,
  filter: UsageFilter,
  page: PageSlice,
): Promise<{ rows: Sum[]; cut: boolean }> {
  const { connection: on, workspaceId: ws } = session;
  const there = await within(session, filter);
  if (!there) return { rows: [], cut: false };
  if (by === 'day')
    return { rows: await readDays(session, { ...there, agentId: filter.agentId }, page), cut: false };
  const rows: Sum[] = [];
  let [text, read] = [0, 0];
  const { kind, prefix, ...range } = ownersOf(by, filter.agentId, page.after);
  const periods = periodsOf(there.from, there.to);
  for (const [owner, found] of await readOwners(session, { kind, ...range }, periods, page.limit)) {
    const sums = await Promise.all(found.map((period) => USAGE_SUM.get(on, { ws, kind, period, owner })));
    const usages = sums.map((row) => row?.usage ?? '{}');
    rows.push({ workspace_id: ws, key: owner.slice(prefix.length), usages });
    text += usages.reduce((length, usage) => length + usage.length, 0);
    read += usages.length;
    if (text > MAX_TEXT || read > MAX_SUMS) return { rows, cut: true };
  }
  return { rows, cut: false };
}

/** A range of owners of one kind. */
interface Owners {
  readonly kind: UsageKind;
  /** The first owner, inclusive. */
  readonly from: string;
  /** The end of the range, exclusive. */
  readonly before: string;
}

/** The owners of the rows after a position; `prefix` precedes the key of a row. */
function ownersOf(
  by: Exclude<SumGroup, 'day'>,
  agentId: string | undefined,
  after: PageSlice['after'],
): Owners & { readonly prefix: string } {
  if (by === 'agent' && agentId !== undefined) {
    return { kind: by, prefix: '', from: agentId, before: after === undefined ? `${agentId} ` : agentId };
  }
  const kind = by === 'agent' || agentId === undefined ? by : (`agent_${by}` as const);
  const prefix = agentId === undefined ? '' : `${agentId} `;
  return { kind, prefix, from: prefix, before: `${prefix}${after ?? BEFORE_ALL}` };
}

/** The requested days, clipped to those with data. */
async function within(
  { connection: on, workspaceId: ws }: Session,
  { from, to }: DayRange,
): Promise<Days | null> {
  const [first, last] = (await Promise.all([FIRST.get(on, { ws }), LAST.get(on, { ws })])).map(
    (row) => row?.period,
  );
  if (first === undefined || last === undefined) return null;
  // Whole months are read as one sum each.
  const [beginning, end] = [`${monthOf(first)}-01`, `${monthOf(last)}-31`];
  return {
    from: from !== undefined && from > beginning ? from : beginning,
    to: to !== undefined && to < end ? to : end,
  };
}

async function readDays(
  { connection: on, workspaceId: ws }: Session,
  { from, to, agentId }: Days & Pick<UsageFilter, 'agentId'>,
  { limit, after }: PageSlice,
): Promise<Sum[]> {
  const before = String(after ?? BEFORE_ALL);
  const sums: Sum[] = [];
  const push = ({ workspace_id, period, usage }: UsageRow) =>
    sums.push({ workspace_id, key: period, usages: [usage] });
  if (agentId === undefined) {
    for (const row of await DAYS.all(on, { ws, from, to, before, limit: limit + 1 })) push(row);
    return sums;
  }
  const days = daysIn(from, to).filter((day) => day < before);
  while (days.length > 0 && sums.length <= limit) {
    const rows = await Promise.all(
      days
        .splice(0, limit + 1)
        .map((period) => USAGE_SUM.get(on, { ws, kind: 'agent', period, owner: agentId })),
    );
    for (const row of rows) if (row) push(row);
  }
  return sums.slice(0, limit + 1);
}

/** The next owners in any of the periods; each period returns up to a full page of them. */
async function readOwners(
  { connection: on, workspaceId: ws }: Session,
  owners: Owners,
  periods: readonly string[],
  limit: number,
): Promise<[owner: string, periods: string[]][]> {
  const found = new Map<string, string[]>();
  const pages = await Promise.all(
    periods.map((period) => OWNERS.all(on, { ws, period, ...owners, limit: limit + 1 })),
  );
  periods.forEach((period, i) => {
    for (const { owner } of pages[i] ?? []) {
      const known = found.get(owner);
      if (known) known.push(period);
      else found.set(owner, [period]);
    }
  });
  return [...found].sort(([a], [b]) => (a < b ? 1 : -1)).slice(0, limit + 1);
}

/** The current names of the owners of sums, where they have one. */
async function namesOf(
  { connection: on, workspaceId: ws }: Session,
  by: SumGroup,
  owners: readonly string[],
): Promise<Map<string, string>> {
  const nameOf: Partial<Record<SumGroup, (id: string) => Promise<string | undefined>>> = {
    agent: async (id) => andThen(MEMBER.get(on, { ws, id }), (row) => row?.name),
    project: async (id) => andThen(TITLE.get(on, { ws, id }), (row) => row?.title),
  };
  const named = await Promise.all(owners.map(async (id) => [id, await nameOf[by]?.(id)] as const));
  return new Map(named.flatMap(([id, name]) => (name === undefined ? [] : [[id, name]])));
}

type Shown = (key: string, usage: Usage, names: ReadonlyMap<string, string>) => UsageSum;
const SHOWN: Record<SumGroup, Shown> = {
  agent: (id, usage, names) => ({
    agent: id === NONE ? null : { id, name: names.get(id) ?? '' },
    usage,
  }),
  project: (id, usage, names) => ({
    project: id === NONE ? null : { id, title: names.get(id) ?? null },
    usage,
  }),
  task: (number, usage) => ({ taskNumber: number === NONE ? null : Number(number), usage }),
  day: (day, usage) => ({ day, usage }),
};
