import type { Connection } from '../engine/sqlite.ts';
import {
  type Check,
  type Finding,
  mended,
  Named,
  ok,
  PAUSE,
  type Pause,
  type Unreadable,
  wrong,
  wrongForNow,
} from './finding.ts';
import { keyColumnsOf, portionsOf } from './portions.ts';
import { LeftAlone, tablesIn } from './sources.ts';

/** What the rows of a table must be like. */
export interface Rule {
  readonly table: string;
  /** SQL that is true of a bad row `t`. */
  readonly bad: string;
  /** What is wrong with such rows, and goes before their number. */
  readonly says: string;
  /** What to do, where a repair cannot. */
  readonly todo?: string;
  /** SQL that puts a bad row right; its parameters ?1, ?2 … are the columns of the row's primary key. */
  readonly mend?: readonly string[];
}

export interface RuleCheck {
  readonly name: string;
  /** What is so when nothing is wrong, in words that follow the name. */
  readonly well: string;
  readonly rules: readonly Rule[];
}

/** A bad row, by its primary key, which starts with its workspace. */
interface Bad {
  readonly rule: Rule;
  readonly key: readonly unknown[];
}

/** A check of rows one by one. Of a row that breaks several rules for its table, the first is told. */
export const ruleCheck = ({ name, well, rules }: RuleCheck): Check => ({
  name,
  *find(on) {
    const found = new Map<Rule, Named>();
    for (const bad of badRows(on, rules)) {
      if (bad === PAUSE) yield PAUSE;
      else note(found, bad);
    }
    for (const [rule, rows] of found) {
      const text = `${name}: ${rule.says}, in ${rows}.`;
      yield rule.mend ? wrongForNow(text) : wrong(`${text} ${rule.todo}`);
    }
    if (found.size === 0) yield ok(`${name}: ${well}`);
  },
  ...(rules.some((rule) => rule.mend) && {
    mend: (on: Connection, unreadable: Unreadable) => mendRows(on, { name, rules, unreadable }),
  }),
});

/** Rows that are put right can make room for others, whose names they had. */
const ROUNDS = 3;

interface Mending extends Pick<RuleCheck, 'name' | 'rules'> {
  readonly unreadable: Unreadable;
}

function* mendRows(on: Connection, { name, rules, unreadable }: Mending): Generator<Finding> {
  const leftAlone = new LeftAlone(name, unreadable);
  const sources = new Map(rules.map((rule) => [rule, sourcesOf(rule)]));
  for (let round = 0; round < ROUNDS; round++) {
    const done = new Map<Rule, Named>();
    for (const bad of badRows(on, rules)) {
      if (bad === PAUSE || !bad.rule.mend) continue;
      const row = { table: bad.rule.table, key: bad.key };
      if (leftAlone.has(String(bad.key[0]), sources.get(bad.rule) ?? [], row)) continue;
      if (mendRow(on, bad)) note(done, bad);
    }
    for (const [rule, rows] of done) yield mended(`${name}: ${rule.says}, in ${rows}.`);
    if (done.size === 0) break;
  }
  yield* leftAlone.findings();
}

/** The tables that a repair reads beside the row `t`; it changes that row by its key. */
function sourcesOf({ table, bad, mend = [] }: Rule): string[] {
  const read = tablesIn(bad);
  return [...read, ...mend.flatMap(tablesIn).filter((other) => other !== table)];
}

/** Returns whether anything could be done. */
function mendRow(on: Connection, { rule, key }: Bad): boolean {
  // The driver takes numbered parameters by their names.
  const parameters = Object.fromEntries(key.map((value, i) => [i + 1, value]));
  return (rule.mend ?? []).reduce((changes, sql) => changes + on.changes(sql, [parameters]), 0) > 0;
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
    for (const { where, values } of portionsOf(on, table)) {
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
