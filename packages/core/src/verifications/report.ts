import { entryProblems } from '../shared/entries.ts';
import type { Problem } from '../shared/text.ts';
import { textProblem } from '../shared/text.ts';
import { MAX_OUTPUT_BYTES, type VerificationOutcome, type VerificationReport } from './verification.ts';

/** Limits of a report. */
export const REPORT_LIMITS = {
  /** Characters of an output that a request may send; `MAX_OUTPUT_BYTES` of its end are kept. */
  output: 200_000,
  environment: 20,
  environmentName: 100,
  environmentValue: 500,
  files: 100,
  file: 1_000,
} as const;

const DIGEST = /^[0-9a-f]{64}$/;

export interface NewReport {
  readonly token: string;
  readonly outcome: VerificationOutcome;
  readonly exitCode?: number | null | undefined;
  /** The end of the output. */
  readonly output?: string | null | undefined;
  /** Bytes of the whole output; by default those of `output`. */
  readonly outputLength?: number | null | undefined;
  /** SHA-256 of the whole output, in hexadecimal. */
  readonly outputDigest?: string | null | undefined;
  readonly durationMs: number;
  readonly environment?: Readonly<Record<string, string>> | null | undefined;
  readonly files?: readonly string[] | null | undefined;
}

/** Problems of a report by field. `passed` requires the exit code 0 or none, and no files. */
export function reportProblems(input: NewReport): Record<string, Problem> {
  const { outcome, exitCode, output, outputLength, outputDigest, durationMs, environment, files } = input;
  const passed = outcome === 'passed';
  return {
    exitCode:
      (passed && (exitCode ?? 0) !== 0 ? 'must be 0 when the outcome is passed' : undefined) ??
      integerProblem(exitCode, -0x80000000, 0x7fffffff),
    output: textProblem(output, REPORT_LIMITS.output),
    outputLength: integerProblem(outputLength, 0, Number.MAX_SAFE_INTEGER),
    outputDigest:
      (outputDigest ?? null) === null || DIGEST.test(outputDigest ?? '')
        ? undefined
        : 'must be a SHA-256 of 64 lower-case hexadecimal digits',
    durationMs: integerProblem(durationMs, 0, Number.MAX_SAFE_INTEGER),
    environment: environmentProblem(environment ?? {}),
    ...filesProblems(files ?? [], passed),
  };
}

function integerProblem(value: number | null | undefined, min: number, max: number): Problem {
  if (value === undefined || value === null) return undefined;
  return Number.isInteger(value) && value >= min && value <= max
    ? undefined
    : `must be an integer from ${min} to ${max}`;
}

function environmentProblem(environment: Readonly<Record<string, string>>): Problem {
  const entries = Object.entries(environment);
  const { environment: most, environmentName, environmentValue } = REPORT_LIMITS;
  if (entries.length > most) return `must have at most ${most} entries`;
  for (const [name, value] of entries) {
    const problem = textProblem(name, environmentName) ?? textProblem(value, environmentValue);
    if (name.trim() === '' || problem)
      return `must have names of 1 to ${environmentName} characters, and values of at most ${environmentValue}`;
  }
  return undefined;
}

function filesProblems(files: readonly string[], passed: boolean): Record<string, Problem> {
  if (passed && files.length > 0) return { files: 'must be left out when the outcome is passed' };
  if (files.length > REPORT_LIMITS.files)
    return { files: `must be at most ${REPORT_LIMITS.files} paths; leave out the rest` };
  return entryProblems('files', files, (file) => textProblem(file, REPORT_LIMITS.file));
}

/** The last `MAX_OUTPUT_BYTES` bytes of a text in UTF-8, from the start of a character. */
export function endOf(output: string): string {
  const bytes = new TextEncoder().encode(output);
  if (bytes.length <= MAX_OUTPUT_BYTES) return output;
  let from = bytes.length - MAX_OUTPUT_BYTES;
  while (((bytes[from] ?? 0) & 0xc0) === 0x80) from++;
  return new TextDecoder().decode(bytes.subarray(from));
}

export const reportOf = (input: NewReport, now: number): VerificationReport => ({
  outcome: input.outcome,
  exitCode: input.exitCode ?? null,
  output: endOf(input.output ?? ''),
  outputLength: input.outputLength ?? new TextEncoder().encode(input.output ?? '').length,
  outputDigest: input.outputDigest ?? null,
  durationMs: input.durationMs,
  environment: { ...input.environment },
  files: input.files ?? [],
  reportedAt: now,
});
