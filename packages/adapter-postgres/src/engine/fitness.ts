import {
  DatabaseTooNew,
  type ProblemListener,
  type StorageProblem,
  schemaChanged,
} from '@tandem/adapter-sql';
import { Refusal } from '@tandem/core';
import { SCHEMA_VERSION, type SchemaFound } from '../migrations/index.ts';
import type { Pool } from './pool.ts';
import { UnfitServer } from './server.ts';

/** Additional findings of a check of the database. */
export interface Found {
  readonly schema: SchemaFound;
  /** This machine's clock minus the database's, in milliseconds. */
  readonly aheadMs: number;
}

/** Decides from the latest check if this process may use the database. */
export interface Fitness {
  judge(found: Found): void;
  /** Throws `UNAVAILABLE` while this process can't use the schema. */
  checkSchema(): void;
  /** The same, and while this machine's clock is too far from the database's. */
  checkReady(): void;
}

/** Maximum difference between this machine's clock and the database's (docs/rules.md, Operator). */
const MAX_SKEW_MS = 60_000;

export function createFitness(onProblem: ProblemListener): Fitness {
  let problem: StorageProblem | null = null;

  return {
    judge: (found) => {
      const before = problem;
      problem = problemOf(found);
      if (before?.error.name !== problem?.error.name) onProblem(problem);
    },
    checkSchema: () => {
      if (problem?.refusesUnits) throw schemaChanged(problem.error);
    },
    checkReady: () => {
      if (!problem) return;
      if (problem.refusesUnits) throw schemaChanged(problem.error);
      throw new Refusal('UNAVAILABLE', problem.error.message, { cause: problem.error });
    },
  };
}

/** A pool that hands out no connections while the schema differs, not even to those who are already waiting. */
export const poolWhileFit = <C>(pool: Pool<C>, { checkSchema }: Fitness): Pool<C> => ({
  ...pool,
  take: async () => {
    const connection = await pool.take();
    try {
      checkSchema();
    } catch (error) {
      pool.give(connection);
      throw error;
    }
    return connection;
  },
});

function problemOf({ schema, aheadMs }: Found): StorageProblem | null {
  if (!schema.usable) return { error: wrongSchema(schema.version), refusesUnits: true };
  const error = clockTooFar(aheadMs);
  return error && { error, refusesUnits: false };
}

const wrongSchema = (version: number) =>
  version > SCHEMA_VERSION
    ? new DatabaseTooNew(version, SCHEMA_VERSION)
    : new UnfitServer(
        `The database has schema version ${version}, and had ${SCHEMA_VERSION}. Restart Tandem to bring it up to date.`,
      );

/** Thrown if this machine's clock and the database's differ too much. */
class ClocksDiffer extends UnfitServer {
  override readonly name = 'ClocksDiffer';
}

/** An error if the clocks differ by more than a minute, else null. */
export function clockTooFar(aheadMs: number): UnfitServer | null {
  if (Math.abs(aheadMs) <= MAX_SKEW_MS) return null;
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const side = aheadMs > 0 ? 'ahead of' : 'behind';
  return new ClocksDiffer(
    `This machine's clock is ${seconds} seconds ${side} the database's; ${MAX_SKEW_MS / 1000} are allowed. Synchronize both clocks.`,
  );
}
