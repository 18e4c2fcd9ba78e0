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
    .description('give the task back, undone')
    .option('--note <text>', 'why; - is standard input, @file a file')
    .addOption(option('--after <when>', 'nobody gets it before: a date, or from now on: +10m, +2h', momentOf))
    .option('--decline', 'this agent does not get it again')
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
  note(`Task ${released.taskNumber} is given back: ${released.status}.`);
}
