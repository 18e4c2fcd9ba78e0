import type { Outcome } from './exec.ts';

/** Maximum characters of a summary (docs/rules.md, Results). */
const MAX_SUMMARY = 20_000;

/** Fields that the last line of a command's output may set (docs/agents.md, The worker). */
const MEMBERS = ['outcome', 'evidence', 'usage', 'to', 'question'] as const;
type ReportFields = Partial<Record<(typeof MEMBERS)[number], unknown>>;

/** The exit status of a command that may succeed later: EX_TEMPFAIL. */
export const LATER = 75;

/** The outcome of a command's run. */
export type Report =
  | { readonly kind: 'result'; readonly result: Result; readonly warnings: readonly string[] }
  | { readonly kind: 'question'; readonly question: object; readonly usage?: unknown }
  | { readonly kind: 'later'; readonly note: string };

export interface Result extends Omit<ReportFields, 'question'> {
  readonly outcome: unknown;
  readonly summary: string;
}

/** Derives the report from a command's exit status and output. */
export function reportOf({ exitCode, output, lastLine, complaint, timedOut }: Outcome): Report {
  const trouble = textOf(complaint);
  if (timedOut) return failure(`The command took too long (--timeout) and was ended.\n\n${trouble}`);
  if (exitCode === LATER) return { kind: 'later', note: trouble };
  if (exitCode !== 0) {
    const how = exitCode === null ? 'was ended by a signal' : `ended with the exit status ${exitCode}`;
    return failure(trouble === '' ? `The command ${how}.` : trouble);
  }
  if (output.trim() === '') return partly(SILENT, SILENT);
  const fields = fieldsIn(lastLine);
  if (fields === 'broken') return partly(textOf(output), BROKEN);
  const { question, ...result } = fields ?? {};
  if (typeof question === 'object' && question !== null)
    return { kind: 'question', question, usage: result.usage };
  const printed = output.trimEnd();
  const rest = fields && printed.endsWith(lastLine) ? printed.slice(0, -lastLine.length) : printed;
  const summary = textOf(rest) || 'The command ended without a summary.';
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
export const failure = (why: string, to?: 'waiting'): Report & { readonly kind: 'result' } => ({
  kind: 'result',
  result: { outcome: 'failed', summary: textOf(why), ...(to && { to }) },
  warnings: [],
});

/** Characters that the service rejects: NUL, and unpaired surrogates. */
const NO_TEXT = /\0|\p{Surrogate}/gu;

/** Cuts a text to the length of a summary. */
function textOf(output: string): string {
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
