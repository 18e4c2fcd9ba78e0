import {
  type CheckCommand,
  type OutputSoFar,
  VERIFICATION_STATES,
  type VerificationReport,
} from '@tandem/core';
import {
  isCount,
  isDate,
  isNumberOrNull,
  isObjectOf,
  isText,
  isTextOrNull,
  isTexts,
  isTextsByKey,
} from '../../columns.ts';
import { count, flag, integer, jsonOf, listOf, moment, nullable, table, text, word } from '../../table.ts';
import { artifact } from '../results/tables.ts';

const check = jsonOf('check', (value): value is CheckCommand =>
  isObjectOf(value, { command: isText, timeoutSeconds: isCount, protect: isTexts }),
);
const progress = jsonOf('progress', (value): value is OutputSoFar =>
  isObjectOf(value, { output: isText, at: isDate }),
);
const report = jsonOf('report', (value): value is Omit<VerificationReport, 'output'> =>
  isObjectOf(value, {
    outcome: isText,
    exitCode: isNumberOrNull,
    outputLength: isCount,
    outputDigest: isTextOrNull,
    durationMs: isCount,
    environment: isTextsByKey,
    files: isTexts,
    reportedAt: isDate,
  }),
);

/** `expires_at` uses the monotonic clock. */
export const taskVerifications = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  seq: integer,
  number: integer,
  result_id: text,
  criterion_id: text,
  criterion_text: text,
  check_: check,
  artifact,
  /** That of the artifact. */
  repository: text,
  state: word(VERIFICATION_STATES),
  tries: count,
  failed_once: flag,
  verifier_id: nullable(text),
  /** JSON list of the people and services behind the key of the verifier. */
  makers: listOf('texts', isTexts),
  token: nullable(text),
  seconds: nullable(count),
  expires_at: nullable(moment),
  /** In wall-clock time. */
  shown_until: nullable(moment),
  claimed_at: nullable(moment),
  heard_at: nullable(moment),
  progress: nullable(progress),
  report: nullable(report),
  /** Of the report. */
  output: nullable(text),
  created_at: moment,
});
