import type { Finding } from '@tandem/client';

type Outcome = Exclude<Finding['outcome'], 'passed'>;

/** Ends a verification before its command is run. */
export class Ended extends Error {
  override readonly name = 'Ended';
  readonly outcome: Outcome;
  readonly files: readonly string[];

  constructor(outcome: Outcome, message: string, files: readonly string[] = []) {
    super(message);
    this.outcome = outcome;
    this.files = files;
  }
}

/** Limits of a report (docs/rules.md, Verifications). */
const MAX_FILES = 100;
const MAX_FILE = 1_000;

/** A text without characters that the service rejects: NUL, and unpaired surrogates. */
export const acceptable = (text: string): string => text.replace(/\0|\p{Surrogate}/gu, '\ufffd');

export const findingOf = ({
  outcome,
  message,
  files,
}: Ended): Pick<Finding, 'outcome' | 'output' | 'files'> => ({
  outcome,
  output: acceptable(message),
  files: files.slice(0, MAX_FILES).map((file) => acceptable(file).slice(0, MAX_FILE)),
});
