import type pg from 'pg';
import { Base, describe, NONE, type Prepared, type RowDescription, UNKNOWN } from './batch.ts';

/** A statement to prepare before its first use. */
export interface Expected {
  readonly prepared: Prepared;
  /** True if it returns rows, judged by its text. */
  readonly returnsRows: boolean;
}

/**
 * Prepares statements without running them: each is parsed, described, and bound to nulls, which plans it. If one
 * fails, none counts as prepared.
 */
export class Preparation extends Base {
  readonly #expected: readonly Expected[];
  readonly #newName: () => string;
  readonly #end: (error: unknown) => void;
  /** Statements that return rows, in the order in which the server describes them. */
  readonly #toDescribe: Prepared[];
  #failed = false;

  constructor(expected: readonly Expected[], newName: () => string, end: (error: unknown) => void) {
    super('');
    this.#expected = expected;
    this.#newName = newName;
    this.#end = end;
    this.#toDescribe = expected.filter(({ returnsRows }) => returnsRows).map(({ prepared }) => prepared);
  }

  /** Called by the driver to write to the socket. */
  submit(connection: pg.Connection): null {
    connection.stream.cork();
    try {
      for (const { prepared } of this.#expected) {
        const name = this.#newName();
        prepared.name = name;
        connection.parse({ name, text: prepared.sql, types: [] }, true);
        connection.describe({ type: 'S', name }, true);
        connection.bind({ statement: name, values: new Array(parametersOf(prepared.sql)).fill(null) }, true);
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    return null;
  }

  handleRowDescription(description: RowDescription): void {
    const prepared = this.#toDescribe.shift();
    if (prepared) describe(prepared, description);
  }

  handleReadyForQuery(): void {
    if (this.#failed) return;
    for (const { prepared } of this.#expected) if (prepared.columns === UNKNOWN) prepared.columns = NONE;
    this.#end(null);
  }

  handleError(error: unknown): void {
    this.#failed = true;
    for (const { prepared } of this.#expected) {
      prepared.name = null;
      prepared.columns = UNKNOWN;
    }
    this.#end(error);
  }
}

const parametersOf = (sql: string): number =>
  Math.max(0, ...[...sql.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
