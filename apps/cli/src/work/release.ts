import type { Command } from 'commander';
import { option } from '../commands/options.ts';
import { connect } from '../connection.ts';
import { optionalText } from '../input/text.ts';
import { momentOf } from '../input/values.ts';
import { note } from '../output/print.ts';
import { printJson } from '../output/show.ts';
import { type HeldOptions, withHeld } from './options.ts';
import { PATIENT, underClaim } from './patience.ts';
import { heldTask } from './token.ts';

interface Options extends HeldOptions {
  readonly note?: string;
  readonly after?: number;
  readonly decline?: true;
}

export function addReleaseCommand(group: Command): void {
  withHeld(group.command('release'))
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
    .action(release);
}

async function release(named: string | undefined, options: Options): Promise<void> {
  const { tandem, claims } = connect();
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
