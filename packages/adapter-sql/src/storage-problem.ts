import { Refusal } from '@tandem/core';

/** Why an open storage cannot serve requests. */
export interface StorageProblem {
  /** The problem, and the operator's remedy. */
  readonly error: Error;
  /** True if units of work are refused; otherwise only `ping` fails. */
  readonly refusesUnits: boolean;
}

/** Called with each new problem, and with null when it is resolved. */
export type ProblemListener = (problem: StorageProblem | null) => void;

/** Refuses a unit of work after another version of Tandem has migrated the database. */
export const schemaChanged = (cause: Error): Refusal =>
  new Refusal(
    'UNAVAILABLE',
    'Another version of Tandem has changed the database, so this server no longer uses it. Nothing was changed; try again later.',
    { cause },
  );
