import {
  type Counted,
  type Day,
  type DayRange,
  monthOf,
  type Page,
  type PageSlice,
  periodsOf,
  plusUsage,
  type Stores,
  totalUsage,
  type Usage,
  type UsageGroup,
  type UsageSum,
} from '@tandem/core';
import { sql } from 'kysely';
import { isNumbers, isObjectOf, json } from '../../columns.ts';
import { andThen } from '../../connection.ts';
import { query } from '../../query.ts';
import { reading, readPage } from '../../reading.ts';
import { deleteFrom } from '../../rows.ts';
import type { Session } from '../../session.ts';
import { MEMBER } from '../members/store.ts';
import type { Schema } from '../schema.ts';

type Row = Schema['usage_sums'];
type ClaimRow = Pick<Schema['claims'], 'workspace_id' | 'id' | 'usage'>;

/** The owners of usage sums. Sums of the workspace serve the figures by day. */
export const USAGE_KINDS = ['agent', 'project', 'task', 'workspace'] as const;
type Kind = (typeof USAGE_KINDS)[number];

/** The owner of sums without one; sorts after all others. */
const NONE = '-';
/** The owner of a workspace's sums. */
const WORKSPACE = '';
/** Sorts before every owner in a page. */
const BEFORE_ALL = '~';

const GET = query(
  (p: { ws: string; kind: Kind; period: string; owner: string }) => sql<Row>`
    SELECT * FROM usage_sums
    WHERE workspace_id = ${p.ws} AND kind = ${p.kind} AND period = ${p.period} AND owner = ${p.owner}`,
);
const PUT = query(
  (p: { ws: string; kind: Kind; period: string; owner: string; usage: string }) => sql`
    INSERT INTO usage_sums (workspace_id, kind, period, owner, usage)
    VALUES (${p.ws}, ${p.kind}, ${p.period}, ${p.owner}, ${p.usage})
    ON CONFLICT (workspace_id, kind, period, owner) DO UPDATE SET usage = excluded.usage`,
);
const OWNERS = query(
  (p: { ws: string; kind: Kind; period: string; before: string; limit: number }) => sql<{ owner: string }>`
    SELECT owner FROM usage_sums
    WHERE workspace_id = ${p.ws} AND kind = ${p.kind} AND period = ${p.period} AND owner < ${p.before}
    ORDER BY owner DESC LIMIT ${p.limit}`,
);
const DAYS = query(
  (p: { ws: string; from: string; to: string; before: string; limit: number }) => sql<Row>`
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
const OF_CLAIM = query(
  (p: { ws: string; id: string }) => sql<ClaimRow>`
    SELECT workspace_id, id, usage FROM claims WHERE workspace_id = ${p.ws} AND id = ${p.id}`,
);
const KEEP_OF_CLAIM = query(
  (p: { ws: string; id: string; usage: string }) => sql`
    UPDATE claims SET usage = ${p.usage} WHERE workspace_id = ${p.ws} AND id = ${p.id}`,
);
const NOTE_LIMIT = query(
  (p: { ws: string; day: Day; agentId: string; since: number }) => sql`
    INSERT INTO limits_reached (workspace_id, day, agent_id, since)
    VALUES (${p.ws}, ${p.day}, ${p.agentId}, ${p.since}) ON CONFLICT DO NOTHING`,
);
const forgetLimit = deleteFrom('limits_reached', ['workspace_id', 'day', 'agent_id']);
/** Sorted in the query: few agents reach a limit on one day. */
const LIMITS_REACHED = query(
  (p: { ws: string; day: Day }) => sql<{ agent_id: string; since: number }>`
    SELECT agent_id, since FROM limits_reached WHERE workspace_id = ${p.ws} AND day = ${p.day}
    ORDER BY since, agent_id LIMIT 1000`,
);
const PAST_LIMITS = query(
  (p: { ws: string; day: Day }) => sql<{ day: string; agent_id: string }>`
    SELECT day, agent_id FROM limits_reached WHERE workspace_id = ${p.ws} AND day < ${p.day} LIMIT 100`,
);
const TITLE = query(
  (p: { ws: string; id: string }) => sql<{ title: string }>`
    SELECT title FROM projects WHERE workspace_id = ${p.ws} AND id = ${p.id} AND archived < 2`,
);

/** Maximum text of sums read for a page, in UTF-16 units: more would not be returned (docs/decisions/0041). */
const MAX_TEXT = 1024 * 1024;
/** Maximum sums that a page adds up, about 10 ms; it ends early then. */
const MAX_SUMS = 4_000;

/** A sum over the requested periods. */
interface Sum {
  readonly workspace_id: string;
  readonly key: string;
  readonly usages: readonly string[];
}

export function usageStore(session: Session): Stores['usage'] {
  const { connection: on } = session;
  const ws = () => session.workspaceId;

  const tell = session.reportBadRow;
  const kept = reading(
    tell,
    'usage_sums',
    ({ kind, period, owner }: Row) => `${kind} ${period} ${owner}`,
    ({ usage }) => numbers(usage),
  );
  const ofClaims = reading(
    tell,
    'claims',
    ({ id }: ClaimRow) => id,
    ({ usage }) => (usage === null ? [] : counted(usage)),
  );

  const add = async (kind: Kind, period: string, owner: string, usage: Usage) => {
    const place = { ws: ws(), kind, period, owner };
    const before = kept.one(await GET.get(on, place)) ?? {};
    PUT.run(on, { ...place, usage: JSON.stringify(plusUsage(before, usage)) });
  };
  const sumOf = async (kind: Kind, period: string, owner: string): Promise<Usage> =>
    kept.one(await GET.get(on, { ws: ws(), kind, period, owner })) ?? {};

  /** The current names of the owners of sums, where they have one. */
  const namesOf = async (by: UsageGroup, owners: readonly string[]): Promise<Map<string, string>> => {
    const nameOf: Partial<Record<UsageGroup, (id: string) => Promise<string | undefined>>> = {
      agent: async (id) => andThen(MEMBER.get(on, { ws: ws(), id }), (row) => row?.name),
      project: async (id) => andThen(TITLE.get(on, { ws: ws(), id }), (row) => row?.title),
    };
    const named = await Promise.all(owners.map(async (id) => [id, await nameOf[by]?.(id)] as const));
    return new Map(named.flatMap(([id, name]) => (name === undefined ? [] : [[id, name]])));
  };

  type Shown = (key: string, usage: Usage, names: ReadonlyMap<string, string>) => UsageSum;
  const shown: Record<UsageGroup, Shown> = {
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

  /** The requested days, clipped to those with data. */
  const within = async ({ from, to }: DayRange): Promise<{ from: Day; to: Day } | null> => {
    const [first, last] = (await Promise.all([FIRST.get(on, { ws: ws() }), LAST.get(on, { ws: ws() })])).map(
      (row) => row?.period,
    );
    if (first === undefined || last === undefined) return null;
    // Whole months are read as one sum each.
    const [beginning, end] = [`${monthOf(first)}-01`, `${monthOf(last)}-31`];
    return {
      from: from !== undefined && from > beginning ? from : beginning,
      to: to !== undefined && to < end ? to : end,
    };
  };

  const days = async (range: { from: Day; to: Day }, { limit, after }: PageSlice) =>
    (await DAYS.all(on, { ws: ws(), ...range, before: String(after ?? BEFORE_ALL), limit: limit + 1 })).map(
      ({ workspace_id, period, usage }): Sum => ({ workspace_id, key: period, usages: [usage] }),
    );

  /** The next owners in any of the periods; each period returns up to a full page of them. */
  const owners = async (kind: Kind, periods: readonly string[], { limit, after }: PageSlice) => {
    const found = new Map<string, string[]>();
    const before = String(after ?? BEFORE_ALL);
    const pages = await Promise.all(
      periods.map((period) => OWNERS.all(on, { ws: ws(), kind, period, before, limit: limit + 1 })),
    );
    periods.forEach((period, i) => {
      for (const { owner } of pages[i] ?? []) {
        const known = found.get(owner);
        if (known) known.push(period);
        else found.set(owner, [period]);
      }
    });
    return [...found].sort(([a], [b]) => (a < b ? 1 : -1)).slice(0, limit + 1);
  };

  const sums = async (
    by: UsageGroup,
    range: DayRange,
    page: PageSlice,
  ): Promise<{ rows: Sum[]; cut: boolean }> => {
    const there = await within(range);
    if (!there) return { rows: [], cut: false };
    if (by === 'day') return { rows: await days(there, page), cut: false };
    const rows: Sum[] = [];
    let [text, read] = [0, 0];
    for (const [owner, periods] of await owners(by, periodsOf(there.from, there.to), page)) {
      const kept = await Promise.all(
        periods.map((period) => GET.get(on, { ws: ws(), kind: by, period, owner })),
      );
      const usages = kept.map((row) => row?.usage ?? '{}');
      rows.push({ workspace_id: ws(), key: owner, usages });
      text += usages.reduce((length, usage) => length + usage.length, 0);
      read += usages.length;
      if (text > MAX_TEXT || read > MAX_SUMS) return { rows, cut: true };
    }
    return { rows, cut: false };
  };

  return {
    add: async (day, { agentId, projectId, taskNumber }, usage) => {
      const task = taskNumber === null ? NONE : String(taskNumber).padStart(16, '0');
      await Promise.all(
        [day, monthOf(day)].flatMap((period) => [
          add('workspace', period, WORKSPACE, usage),
          add('agent', period, agentId ?? NONE, usage),
          add('project', period, projectId ?? NONE, usage),
          add('task', period, task, usage),
        ]),
      );
    },
    inMonthOf: async (day) => sumOf('workspace', monthOf(day), WORKSPACE),
    ofAgent: async (agentId, day) => sumOf('agent', day, agentId),
    ofClaim: async (id) => andThen(OF_CLAIM.get(on, { ws: ws(), id }), (row) => ofClaims.one(row) ?? []),
    keepOfClaim: async (id, parts) => {
      KEEP_OF_CLAIM.run(on, { ws: ws(), id, usage: JSON.stringify(parts) });
    },
    noteLimit: async (day, agentId, since) =>
      andThen(NOTE_LIMIT.changes(on, { ws: ws(), day, agentId, since }), (changes) => changes > 0),
    pastLimits: async (day) =>
      andThen(PAST_LIMITS.all(on, { ws: ws(), day }), (rows) =>
        rows.map((row) => ({ day: row.day, agentId: row.agent_id })),
      ),
    forgetLimit: async (day, agentId) => forgetLimit(on, { workspace_id: ws(), day, agent_id: agentId }),
    limitsReached: async (day) =>
      andThen(LIMITS_REACHED.all(on, { ws: ws(), day }), (rows) =>
        rows.map(({ agent_id, since }) => ({
          agentId: agent_id,
          since,
        })),
      ),
    sums: async (by, range, page): Promise<Page<UsageSum>> => {
      const read = reading(
        tell,
        'usage_sums',
        ({ key }: Sum) => `${by} ${key}`,
        ({ key, usages }) => shown[by](key, totalUsage(usages.map(numbers)), names),
      );
      const found = await sums(by, range, page);
      const names = await namesOf(
        by,
        found.rows.map(({ key }) => key),
      );
      return readPage(found, page.limit, ({ key }) => key, read);
    },
  };
}

const numbers = json('usage', 'object of numbers', (value): value is Usage => isNumbers(value));

const counted = json(
  'usage',
  'list of what was counted',
  (value): value is Counted[] =>
    Array.isArray(value) && value.every((part) => isObjectOf(part, { usage: isNumbers })),
);
