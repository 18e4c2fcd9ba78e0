import { sql } from 'kysely';
import type { Connection } from './connection.ts';
import { type Query, query } from './query.ts';
import type { Schema } from './stores/schema.ts';

type Table = keyof Schema;

/**
 * A number kept in `counts` for the rows of a table, so that totals never scan. A row counts in one bucket of one
 * owner, or not at all. On SQLite, triggers generated from these rules maintain the counts. On PostgreSQL, the
 * statements in this file do, because engines that shard a workspace's tables lack triggers.
 */
export interface CountRule {
  readonly table: Table;
  readonly kind: string;
  /** SQL over `ROW`: the owner of the count; NULL if the row does not count. */
  readonly owner: string;
  readonly bucket: string;
  /** Mutable columns that determine owner and bucket; empty for append-only rows. */
  readonly columns: readonly string[];
  /** SQL over `ROW`: the row's weight; 1 by default. */
  readonly weight?: string;
  /** False if the row cannot count, which saves a statement. Most rows cannot. */
  readonly concerns: (row: Readonly<Record<string, unknown>>) => boolean;
}

const ALWAYS = () => true;
const isOfAgent = (row: Readonly<Record<string, unknown>>) =>
  Number(row.entries) > 0 && (row.actor_type === 'agent' || row.entity_type === 'agent');

export const COUNT_RULES: readonly CountRule[] = [
  {
    table: 'members',
    kind: 'members',
    owner: 'CASE WHEN ROW.deleted = 0 THEN ROW.type END',
    bucket: `COALESCE(ROW.status, ROW.role, '')`,
    columns: ['deleted', 'status', 'role'],
    concerns: ALWAYS,
  },
  {
    table: 'goals',
    kind: 'goals',
    owner: `''`,
    bucket: `ROW.archived || ' ' || ROW.status`,
    columns: ['archived', 'status'],
    concerns: ALWAYS,
  },
  {
    table: 'goals',
    kind: 'initiative_goals',
    owner: 'ROW.initiative_id',
    bucket: `ROW.archived || ' ' || ROW.status`,
    columns: ['initiative_id', 'archived', 'status'],
    concerns: ({ initiative_id }) => initiative_id !== null,
  },
  {
    table: 'projects',
    kind: 'initiative_projects',
    owner: 'CASE WHEN ROW.archived = 0 THEN ROW.initiative_id END',
    bucket: 'ROW.status',
    columns: ['initiative_id', 'archived', 'status'],
    concerns: ({ initiative_id }) => initiative_id !== null,
  },
  {
    table: 'tasks',
    kind: 'project_tasks',
    owner: 'CASE WHEN ROW.archived = 0 THEN ROW.project_id END',
    bucket: 'ROW.status',
    columns: ['project_id', 'archived', 'status'],
    concerns: ({ project_id }) => project_id !== null,
  },
  {
    table: 'events',
    kind: 'agent_events',
    owner: `CASE WHEN ROW.entries = 0 THEN NULL WHEN ROW.actor_type = 'agent' THEN ROW.actor_id WHEN ROW.entity_type = 'agent' THEN ROW.entity_id END`,
    bucket: `''`,
    columns: [],
    weight: 'ROW.entries',
    concerns: isOfAgent,
  },
  {
    table: 'events',
    kind: 'events_on_other_agents',
    owner: `CASE WHEN ROW.entries > 0 AND ROW.actor_type = 'agent' AND ROW.entity_type = 'agent' AND ROW.actor_id <> ROW.entity_id THEN ROW.entity_id END`,
    bucket: `''`,
    columns: [],
    weight: 'ROW.entries',
    concerns: (row) => row.actor_type === 'agent' && row.entity_type === 'agent',
  },
  {
    table: 'telemetry',
    kind: 'telemetry',
    owner: 'ROW.agent_id',
    bucket: `''`,
    columns: [],
    concerns: ALWAYS,
  },
];

/** The primary key of each table, without the workspace. */
const KEYS = {
  members: ['id'],
  goals: ['id'],
  projects: ['id'],
  tasks: ['number'],
  events: ['seq'],
  telemetry: ['agent_id', 'seq'],
} as const satisfies Partial<Record<Table, readonly string[]>>;

type Row = Readonly<Record<string, unknown>>;

interface CountStatements {
  readonly rule: CountRule;
  readonly add: Query<Row, unknown>;
  readonly take: Query<Row, unknown>;
}

const statementsFor = (rule: CountRule): CountStatements => {
  const of = (text: string) => sql.raw(text.replaceAll('ROW', 'r'));
  const { kind, weight = '1' } = rule;
  const keys = KEYS[rule.table as keyof typeof KEYS];
  const isRow = (p: Row) =>
    sql`r.workspace_id = ${p.workspace_id} AND ${sql.join(
      keys.map((key) => sql`${sql.ref(`r.${key}`)} = ${p[key]}`),
      sql` AND `,
    )}`;
  return {
    rule,
    add: query(
      (p: Row) => sql`
        INSERT INTO counts (workspace_id, kind, owner, bucket, n)
        SELECT r.workspace_id, ${sql.lit(kind)}, ${of(rule.owner)}, ${of(rule.bucket)}, ${of(weight)}
        FROM ${sql.table(rule.table)} r WHERE ${isRow(p)} AND ${of(rule.owner)} IS NOT NULL
        ON CONFLICT (workspace_id, kind, owner, bucket) DO UPDATE SET n = counts.n + excluded.n`,
    ),
    take: query(
      (p: Row) => sql`
        UPDATE counts c SET n = c.n - ${of(weight)} FROM ${sql.table(rule.table)} r
        WHERE ${isRow(p)} AND c.workspace_id = ${p.workspace_id} AND c.kind = ${sql.lit(kind)}
          AND c.owner = ${of(rule.owner)} AND c.bucket = ${of(rule.bucket)}`,
    ),
  };
};

const STATEMENTS = new Map<Table, readonly CountStatements[]>();
for (const rule of COUNT_RULES) {
  STATEMENTS.set(rule.table, [...(STATEMENTS.get(rule.table) ?? []), statementsFor(rule)]);
}

export function countInserted(on: Connection, table: Table, row: object): void {
  if (on.dialect === 'sqlite') return;
  for (const { rule, add } of STATEMENTS.get(table) ?? [])
    if (rule.concerns(row as Row)) add.run(on, row as Row);
}

/**
 * Updates the counts around `change`, which changes a row. `after` and `before` hold the row's key and all known
 * columns. Without `before`, the row may have counted anywhere.
 */
export function recount(
  on: Connection,
  table: Table,
  { after, before, changed }: { after: object; before?: object | undefined; changed?: readonly string[] },
  change: () => void,
): void {
  if (on.dialect === 'sqlite') {
    change();
    return;
  }
  const statements = (STATEMENTS.get(table) ?? []).filter(({ rule }) =>
    rule.columns.some((column) => changed?.includes(column) ?? true),
  );
  for (const { rule, take } of statements) {
    if (!before || rule.concerns(before as Row)) take.run(on, after as Row);
  }
  change();
  for (const { rule, add } of statements) {
    if (!before || rule.concerns(after as Row)) add.run(on, after as Row);
  }
}

/** Removes a row from the counts; call it before the row is deleted. */
export function countDeleted(on: Connection, table: Table, key: object): void {
  if (on.dialect === 'sqlite') return;
  for (const { take } of STATEMENTS.get(table) ?? []) take.run(on, key as Row);
}

const LESS = query(
  (p: { ws: string; kind: string; owner: string; n: number }) => sql`
    UPDATE counts SET n = n - ${p.n}
    WHERE workspace_id = ${p.ws} AND kind = ${p.kind} AND owner = ${p.owner} AND bucket = ''`,
);

/** Removes deleted rows from the counts in bulk; `owners` has the owner of each row. */
export function countGone(on: Connection, kind: 'telemetry', ws: string, owners: readonly string[]): void {
  if (on.dialect === 'sqlite') return;
  const many = new Map<string, number>();
  for (const owner of owners) many.set(owner, (many.get(owner) ?? 0) + 1);
  for (const [owner, n] of many) LESS.run(on, { ws, kind, owner, n });
}
