import { TandemError } from '@tandem/client';
import { CommanderError } from 'commander';
import { CannotDo, EXIT } from './ending.ts';
import { note } from './output/print.ts';

/** How a command ends that threw this, having said on standard error what, why and what next; null for a fault of ours. */
export function explained(error: unknown): number | null {
  // Commander has already said what it has to say, be it help or a complaint.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.misused;
  if (error instanceof CannotDo) {
    for (const message of error.messages) note(message);
    return error.exitCode;
  }
  if (!(error instanceof TandemError)) return null;
  for (const line of linesOf(error)) note(line);
  return isAway(error) ? EXIT.unreachable : EXIT.refused;
}

/** Whether nobody is there who could refuse anything. */
const isAway = ({ code, status }: TandemError): boolean =>
  code === 'UNREACHABLE' || code === 'TIMEOUT' || code === 'NOT_TANDEM' || [502, 503, 504].includes(status);

function linesOf(error: TandemError): string[] {
  const { code, fields = {}, requestId, status } = error;
  const message = INSTEAD[code] ?? error.message;
  const said = [message];
  for (const [field, faults] of Object.entries(fields)) {
    for (const fault of faults) if (!message.includes(fault)) said.push(`  ${field}: ${fault}`);
  }
  said.push(...detailsOf(error));
  const next = NEXT[code];
  if (next) said.push(next);
  if (status >= 500 && requestId) said.push(`The log of the server knows it as ${requestId}.`);
  return said;
}

/** What says of the interface what is meant for a program that speaks to it. */
const INSTEAD: Readonly<Record<string, string>> = {
  UNAUTHENTICATED: 'The key is not valid: it has been revoked, has expired, or is of another service.',
};

/** What a person or an agent does about it, where the message of the service cannot know the command line. */
const NEXT: Readonly<Record<string, string>> = {
  UNREACHABLE: 'See that the server runs there. TANDEM_URL or tandem login --url names another one.',
  TIMEOUT: 'Try again; the server may be busy.',
  NOT_TANDEM: 'TANDEM_URL or tandem login --url names where Tandem is.',
  UNAUTHENTICATED: 'tandem login takes another key, and so does TANDEM_KEY.',
  LEASE_LOST: 'Drop this work, and take up other: tandem work next.',
  CLAIM_LIMIT: 'tandem work submit or release ends what is held; tandem work next --resume goes on with it.',
  TASK_CLAIMED: 'It is being worked at. tandem task show tells by whom and until when.',
};

/** What the details of a refusal tell, a line for each that is there. */
function detailsOf({ code, details, message }: TandemError): string[] {
  const said: string[] = [];
  const tell = (what: string, names: unknown) => {
    const told = textOf(names);
    if (told !== '' && !message.includes(told)) said.push(`  ${what}: ${told}`);
  };
  tell('allowed now', details.validTransitions);
  tell('blocked by', details.blockers);
  if (code === 'PROOF_MISSING') tell('without proof', details.missing);
  tell('held', details.claims);
  return said;
}

/** Words as they are, and of tasks their numbers. */
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
