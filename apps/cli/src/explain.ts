import { TandemError } from '@tandem/client';
import { CommanderError } from 'commander';
import { CannotDo, EXIT } from './ending.ts';
import { note } from './output/print.ts';

/** Prints what went wrong, why and what to do next; returns the exit code, or null for an internal error. */
export function explained(error: unknown): number | null {
  // Commander has already printed its message or help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.misused;
  if (error instanceof CannotDo) {
    for (const message of error.messages) note(message);
    return error.exitCode;
  }
  if (!(error instanceof TandemError)) return null;
  for (const line of linesOf(error)) note(line);
  return isAway(error) ? EXIT.unreachable : EXIT.refused;
}

/** Whether the service could not be reached. */
const isAway = ({ code, status }: TandemError): boolean =>
  code === 'UNREACHABLE' || code === 'TIMEOUT' || code === 'NOT_TANDEM' || [502, 503, 504].includes(status);

function linesOf(error: TandemError): string[] {
  const { code, fields = {}, requestId, status } = error;
  const message = INSTEAD[code] ?? error.message;
  const lines = [message];
  for (const [field, faults] of Object.entries(fields)) {
    for (const fault of faults) if (!message.includes(fault)) lines.push(`  ${field}: ${fault}`);
  }
  lines.push(...detailsOf(error));
  const next = NEXT[code];
  if (next) lines.push(next);
  if (status >= 500 && requestId) lines.push(`The server's log has details under ${requestId}.`);
  return lines;
}

/** Replaces messages of the API that are meant for programs. */
const INSTEAD: Readonly<Record<string, string>> = {
  ARTIFACT_MISSING: 'This task has checks, which others run on the commit of the result.',
  UNAUTHENTICATED: 'The key is not valid: it was revoked, has expired, or belongs to another service.',
};

/** The next step for a person or an agent, in terms of this command line. */
const NEXT: Readonly<Record<string, string>> = {
  UNREACHABLE: 'Check that the server runs there. Set TANDEM_URL or use tandem login --url for another one.',
  TIMEOUT: 'Try again; the server may be busy.',
  NOT_TANDEM: 'Set TANDEM_URL or use tandem login --url to name the URL of Tandem.',
  UNAUTHENTICATED: 'Use tandem login or TANDEM_KEY to set another key.',
  LEASE_LOST: 'Drop this work and claim another task: tandem work next.',
  CLAIM_LIMIT:
    'End the held task with tandem work submit or release, or continue it with tandem work next --resume.',
  ARTIFACT_MISSING: 'Commit the work, then name the commit: tandem work submit --commit HEAD.',
  TASK_CLAIMED: 'Another agent works on it. tandem task show prints the agent and the end of its lease.',
};

/** The details of an error, one line each. */
function detailsOf({ code, details, message }: TandemError): string[] {
  const lines: string[] = [];
  const addLine = (what: string, names: unknown) => {
    const text = textOf(names);
    if (text !== '' && !message.includes(text)) lines.push(`  ${what}: ${text}`);
  };
  addLine('allowed now', details.validTransitions);
  addLine('blocked by', details.blockers);
  if (code === 'PROOF_MISSING') addLine('without proof', details.missing);
  addLine('held', details.claims);
  return lines;
}

/** Words as they are, tasks as numbers. */
function textOf(list: unknown): string {
  if (!Array.isArray(list)) return '';
  return list
    .map((each) =>
      typeof each === 'object' && each !== null && 'taskNumber' in each
        ? `#${each.taskNumber}`
        : typeof each === 'string'
          ? each
          : JSON.stringify(each),
    )
    .join(', ');
}
