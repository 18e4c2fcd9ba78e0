import { ATTEMPT_STOPS, CLAIM_ENDS, type Progress } from '@tandem/core';
import { isDate, isNumberOrNull, isObjectOf, isTextOrNull } from '../../columns.ts';
import { count, integer, jsonOf, moment, nullable, table, text, word } from '../../table.ts';
import { failure } from '../results/tables.ts';

const progress = jsonOf('progress', (value): value is Progress =>
  isObjectOf(value, { note: isTextOrNull, percent: isNumberOrNull, at: isDate }),
);

/** `expires_at` and `until` use the monotonic clock. */
export const claims = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  seq: integer,
  number: integer,
  agent_id: text,
  token: text,
  seconds: count,
  expires_at: moment,
  /** In wall-clock time. */
  shown_until: moment,
  attempt: count,
  claimed_at: moment,
  assignee_before: nullable(text),
  progress: nullable(progress),
  comments_seen_at: moment,
  until: nullable(moment),
  ended_at: nullable(moment),
  end_reason: nullable(word(CLAIM_ENDS)),
  /** JSON of the reported usage: a list, whose numbers add up. */
  usage: nullable(text),
  /** JSON of the measured usage. */
  measured: nullable(text),
  /** The next check of the lease, at its end or before. */
  check_at: integer,
  /** Its number among the claims of the task. */
  ordinal: count,
  stop: nullable(word(ATTEMPT_STOPS)),
  failure: nullable(failure),
  result_id: nullable(text),
  waited_ms: count,
  waiting_since: nullable(moment),
  /** A file. */
  transcript_id: nullable(text),
  transcript_steps: nullable(count),
});

export const taskDeclines = table(['workspace_id', 'number', 'agent_id'], {
  workspace_id: text,
  number: integer,
  agent_id: text,
});

export const taskCheckpoints = table(['workspace_id', 'number'], {
  workspace_id: text,
  number: integer,
  text: text,
});
