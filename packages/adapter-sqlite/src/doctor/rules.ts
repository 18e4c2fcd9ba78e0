import type { Connection } from '../engine/sqlite.ts';
import { batchesOf, keyColumnsOf } from './batches.ts';
import {
  type Check,
  type Finding,
  fixed,
  Named,
  ok,
  PAUSE,
  type Pause,
  repairable,
  type Unreadable,
  wrong,
} from './finding.ts';
import { SkippedWorkspaces, tablesIn } from './sources.ts';

/** A constraint on the rows of a table. */
export interface Rule {
  readonly table: string;
  /** SQL that is true for a bad row `t`. */
  readonly bad: string;
  /** The problem, followed by the number of rows. */
  readonly problem: string;
  /** The remedy, if there is no repair. */
  readonly remedy?: string;
  /** SQL that repairs a bad row; parameters ?1, ?2 … are the columns of its primary key. */
  readonly repair?: readonly string[];
}

export interface RuleCheck {
  readonly name: string;
  /** The good state, in words that follow the name. */
  readonly okMessage: string;
  readonly rules: readonly Rule[];
}

/** A bad row, by its primary key, which starts with its workspace. */
interface Bad {
  readonly rule: Rule;
  readonly key: readonly unknown[];
}

/** A check of single rows. A row that breaks several rules is reported for the first. */
export const ruleCheck = ({ name, okMessage, rules }: RuleCheck): Check => ({
  name,
  *find(on) {
    const found = new Map<Rule, Named>();
    for (const bad of badRows(on, rules)) {
      if (bad === PAUSE) yield PAUSE;
      else note(found, bad);
    }
    for (const [rule, rows] of found) {
      const text = `${name}: ${rule.problem}, in ${rows}.`;
      yield rule.repair ? repairable(text) : wrong(`${text} ${rule.remedy}`);
    }
    if (found.size === 0) yield ok(`${name}: ${okMessage}`);
  },
  ...(rules.some((rule) => rule.repair) && {
    repair: (on: Connection, unreadable: Unreadable) => repairRows(on, { name, rules, unreadable }),
  }),
});

/** A repaired row may free a name that another one needs. */
const ROUNDS = 3;

interface RepairOptions extends Pick<RuleCheck, 'name' | 'rules'> {
  readonly unreadable: Unreadable;
}

function* repairRows(on: Connection, { name, rules, unreadable }: RepairOptions): Generator<Finding> {
  const skipped = new SkippedWorkspaces(name, unreadable);
  const sources = new Map(rules.map((rule) => [rule, sourcesOf(rule)]));
  for (let round = 0; round < ROUNDS; round++) {
    const done = new Map<Rule, Named>();
    for (const bad of badRows(on, rules)) {
      if (bad === PAUSE || !bad.rule.repair) continue;
      const row = { table: bad.rule.table, key: bad.key };
      if (skipped.addIfUnreadable(String(bad.key[0]), sources.get(bad.rule) ?? [], row)) continue;
      if (repairRow(on, bad)) note(done, bad);
    }
    for (const [rule, rows] of done) yield fixed(`${name}: ${rule.problem}, in ${rows}.`);
    if (done.size === 0) break;
  }
  yield* skipped.findings();
}

/** The tables that a repair reads in addition to the row `t`, which it changes by key. */
function sourcesOf({ table, bad, repair = [] }: Rule): string[] {
  const read = tablesIn(bad);
  return [...read, ...repair.flatMap(tablesIn).filter((other) => other !== table)];
}

/** Returns true if anything was repaired. */
function repairRow(on: Connection, { rule, key }: Bad): boolean {
  // The driver takes numbered parameters by name.
  const parameters = Object.fromEntries(key.map((value, i) => [i + 1, value]));
  return (rule.repair ?? []).reduce((changes, sql) => changes + on.changes(sql, [parameters]), 0) > 0;
}

function note(found: Map<Rule, Named>, { rule, key }: Bad): void {
  const named = found.get(rule) ?? new Named();
  found.set(rule, named);
  named.add(String(key[0]), key.slice(1).join(' '));
}

export function* badRows(on: Connection, rules: readonly Rule[]): Generator<Bad | Pause> {
  for (const table of new Set(rules.map((rule) => rule.table))) {
    const ofTable = rules.filter((rule) => rule.table === table);
    const key = keyColumnsOf(on, table);
    const which = ofTable.map(({ bad }, i) => `WHEN ${bad} THEN ${i}`).join('\n');
    for (const { where, values } of batchesOf(on, table)) {
      const found = on.all<Record<string, unknown>>(
        `SELECT * FROM (
           SELECT ${key.map((name) => `t."${name}"`).join(', ')}, CASE ${which} END AS broken_rule
           FROM "${table}" t WHERE ${where}
         ) WHERE broken_rule IS NOT NULL`,
        values,
      );
      for (const row of found) {
        yield { rule: ofTable[row.broken_rule as number] as Rule, key: key.map((name) => row[name]) };
      }
      yield PAUSE;
    }
  }
}
