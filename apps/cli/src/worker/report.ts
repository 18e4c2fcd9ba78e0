import type { Failure } from '@tandem/client';
import type { Outcome } from './exec.ts';
import { classify, failureOf } from './failure-class.ts';

/** Maximum characters of a summary (docs/rules.md, Results). */
const MAX_SUMMARY = 20_000;

/** Characters at the end of the output that may name the reason of a failure. */
const MAX_CLASSIFIED = 2_000;

/** Fields that the last line of a command's output may set (docs/agents.md, The worker). */
const MEMBERS = ['outcome', 'evidence', 'artifact', 'usage', 'to', 'question'] as const;
type ReportFields = Partial<Record<(typeof MEMBERS)[number], unknown>>;

/** The exit status of a command that may succeed later: EX_TEMPFAIL. */
export const LATER = 75;

/** The outcome of a command's run. */
export type Report =
  | { readonly kind: 'result'; readonly result: Result; readonly warnings: readonly string[] }
  | { readonly kind: 'question'; readonly question: object; readonly usage?: unknown }
  | Later;

/** The task is to be released for another run. */
export interface Later {
  readonly kind: 'later';
  readonly note: string;
  /** Milliseconds until then; grows with each attempt unless given. */
  readonly restMs?: number | undefined;
  readonly failure?: Failure | undefined;
}

export interface Result extends Omit<ReportFields, 'question'> {
  readonly outcome: unknown;
  readonly summary: string;
  readonly failure?: Failure | undefined;
}

/** Derives the report from a command's exit status and output. */
export function reportOf(outcome: Outcome): Report {
  const { exitCode, signal, output, lastLine, complaint, timedOut } = outcome;
  const trouble = summaryOf(complaint);
  if (timedOut) {
    const why = 'The command took too long (--timeout) and was ended.';
    return failure(`${why}\n\n${trouble}`, { failure: failureOf('agent_error', why) });
  }
  if (exitCode === LATER) return { kind: 'later', note: trouble };
  if (exitCode !== 0) {
    const classified = classify({ exitCode, signal, text: `${output.slice(-MAX_CLASSIFIED)}\n${complaint}` });
    if (classified.failure.class === 'quota') return { kind: 'later', note: trouble, ...classified };
    const how = exitCode === null ? 'was ended by a signal' : `ended with the exit status ${exitCode}`;
    return failure(trouble === '' ? `The command ${how}.` : trouble, classified);
  }
  if (output.trim() === '') return partly(SILENT, SILENT);
  const fields = fieldsIn(lastLine);
  if (fields === 'broken') return partly(summaryOf(output), BROKEN);
  const { question, ...result } = fields ?? {};
  if (typeof question === 'object' && question !== null)
    return { kind: 'question', question, usage: result.usage };
  const printed = output.trimEnd();
  const rest = fields && printed.endsWith(lastLine) ? printed.slice(0, -lastLine.length) : printed;
  const summary = summaryOf(rest) || 'The command ended without a summary.';
  return { kind: 'result', result: { outcome: 'succeeded', ...result, summary }, warnings: [] };
}

const SILENT = 'The command exited with 0 and printed nothing, so it is unknown what was done.';
const BROKEN = 'The last line begins like a JSON object but is not valid JSON, so its content was not used.';

/** A result for which it is unknown whether it succeeded. */
const partly = (summary: string, warning: string): Report => ({
  kind: 'result',
  result: { outcome: 'partial', summary },
  warnings: [warning],
});

/** Adds the worker's warnings to the summary, for people. */
export function withNotes(result: Result, warnings: readonly string[]): Result {
  const notes = warnings.filter((warning) => warning !== result.summary);
  if (notes.length === 0) return result;
  const text = `\n\nFrom the worker: ${notes.join(' ')}`;
  const summary = Array.from(result.summary).slice(0, MAX_SUMMARY - text.length);
  return { ...result, summary: summary.join('') + text };
}

/** The result without the evidence at these positions, and a warning for each. */
export function withoutEvidence(
  result: Result,
  places: readonly number[],
): { result: Result; warnings: string[] } {
  const evidence = Array.isArray(result.evidence) ? (result.evidence as { criterionId?: unknown }[]) : [];
  return {
    result: { ...result, evidence: evidence.filter((_, place) => !places.includes(place)) },
    warnings: places.map((place) => {
      const id = JSON.stringify(String(evidence[place]?.criterionId).slice(0, 100));
      return `Evidence for the criterion ${id} was dropped: the task has no such criterion.`;
    }),
  };
}

/** A task that could not be done. */
export const failure = (
  why: string,
  how: { readonly to?: 'waiting'; readonly failure?: Failure } = {},
): Report & { readonly kind: 'result' } => ({
  kind: 'result',
  result: {
    outcome: 'failed',
    summary: summaryOf(why),
    ...(how.to && { to: how.to }),
    ...(how.failure && { failure: how.failure }),
  },
  warnings: [],
});

/** Characters that the service rejects: NUL, and unpaired surrogates. */
const NO_TEXT = /\0|\p{Surrogate}/gu;

/** Cuts a text to the length of a summary. */
export function summaryOf(output: string): string {
  const text = output.replace(NO_TEXT, '').trim();
  return text.length <= MAX_SUMMARY ? text : Array.from(text).slice(0, MAX_SUMMARY).join('');
}

/** The object on the last line, if it has a known field; any other line belongs to the summary. */
function fieldsIn(line: string): ReportFields | 'broken' | null {
  if (!line.trimStart().startsWith('{')) return null;
  let object: Record<string, unknown>;
  try {
    object = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return 'broken';
  }
  const given = MEMBERS.filter((name) => object[name] !== undefined && object[name] !== null);
  return given.length === 0 ? null : Object.fromEntries(given.map((name) => [name, object[name]]));
}
