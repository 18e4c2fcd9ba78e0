import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { option, withAgent } from '../commands/options.ts';
import { type AsAgent, connect } from '../connection.ts';
import { Misused } from '../ending.ts';
import { optionalText } from '../input/text.ts';
import { momentOf } from '../input/values.ts';
import { note } from '../output/print.ts';
import { printJson } from '../output/show.ts';
import { type HeldOptions, withHeld } from './options.ts';
import { isLost, PATIENT, underClaim } from './patience.ts';
import { heldTask } from './token.ts';

interface Options extends HeldOptions, AsAgent {
  readonly note?: string;
  readonly after?: number;
  readonly decline?: true;
  readonly session?: true;
}

export function addReleaseCommand(group: Command): void {
  withAgent(withHeld(group.command('release')))
    .description('release the task unfinished')
    .option('--note <text>', 'the reason; - reads standard input, @file reads a file')
    .addOption(
      option(
        '--after <when>',
        'earliest time for the next claim: a date, or a time from now: +10m, +2h',
        momentOf,
      ),
    )
    .option('--decline', 'exclude this agent from the task')
    .addOption(
      new Option(
        '--session',
        'release what a session of Claude Code still holds: for its SessionEnd hook, whose JSON is standard input',
      ).conflicts(['token', 'decline']),
    )
    .action(release);
}

async function release(named: string | undefined, options: Options): Promise<void> {
  if (options.session) return releaseSession(named, options);
  const { tandem, claims } = connect(options);
  const { task, token } = heldTask(claims, named, options.token);
  const body = {
    token,
    note: await optionalText(options.note),
    notBefore: options.after,
    declined: options.decline,
  };
  const released = await underClaim(claims, task, async () => tandem.claims.release(task, body, PATIENT));
  claims.forget(released.taskNumber);
  if (options.json) return printJson(released);
  note(`Task ${released.taskNumber} is released: ${released.status}.`);
}

/** Claims of other sessions of the same agent stay. */
async function releaseSession(named: string | undefined, options: Options): Promise<void> {
  if (named !== undefined)
    throw new Misused('--session takes no task: it releases all tasks of the session.');
  const sessionId = sessionIn(await text(process.stdin));
  const { tandem, claims } = connect(options);
  const reason = (await optionalText(options.note)) ?? 'The session ended.';
  const held = claims.all().filter((claim) => claim.sessionId === sessionId);
  const ends = await Promise.allSettled(
    held.map(async ({ taskNumber, token }) => {
      await underClaim(claims, String(taskNumber), async () =>
        tandem.claims.release(taskNumber, { token, note: reason, notBefore: options.after }),
      );
      claims.forget(taskNumber);
      note(`Task ${taskNumber} is released.`);
    }),
  );
  const failure = ends.find((end) => end.status === 'rejected' && !isLost(end.reason));
  if (failure?.status === 'rejected') throw failure.reason;
}

function sessionIn(json: string): string {
  try {
    const { session_id: id } = JSON.parse(json) as { session_id?: unknown };
    if (typeof id === 'string' && id !== '') return id;
  } catch {
    // Reported below.
  }
  throw new Misused('Standard input must be the JSON of a hook, with session_id.');
}
