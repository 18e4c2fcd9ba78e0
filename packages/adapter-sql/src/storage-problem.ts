import { Refusal } from '@tandem/core';

/** Why a storage that is open can't be served from any more. */
export interface StorageProblem {
  /** What is wrong and what the operator can do about it. */
  readonly error: Error;
  /** Whether units of work are refused; otherwise only `ping` fails. */
  readonly refusesUnits: boolean;
}

/** Called with each new problem, and with null when it is over. */
export type ProblemListener = (problem: StorageProblem | null) => void;

/** The refusal of a unit of work after another version of Tandem has migrated the database. */
export const schemaChanged = (cause: Error): Refusal =>
  new Refusal(
    'UNAVAILABLE',
    'Another version of Tandem has changed the database, so this server no longer uses it. Nothing was changed; try again later.',
    { cause },
  );
