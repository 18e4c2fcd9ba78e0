import type { Outcome } from '@tandem/client';
import { type Command, Option } from 'commander';
import { option } from '../commands/options.ts';
import { connect } from '../connection.ts';
import { Misused } from '../ending.ts';
import { textOf } from '../input/text.ts';
import { repeated } from '../input/values.ts';
import { note } from '../output/print.ts';
import { printJson } from '../output/show.ts';
import { OUTCOMES } from '../words.ts';
import { type EvidenceOptions, evidenceOf } from './evidence.ts';
import { type HeldOptions, withHeld } from './options.ts';
import { PATIENT, underClaim } from './patience.ts';
import { heldTask } from './token.ts';

interface Options extends HeldOptions, EvidenceOptions {
  readonly summary: string;
  readonly outcome: Outcome;
  readonly to?: 'waiting' | 'done' | 'none';
}

export function addSubmitCommand(group: Command): void {
  withHeld(group.command('submit'))
    .description('hand in what came of the task, with evidence for its criteria')
    .requiredOption('--summary <text>', 'what was done; - is standard input, @file a file')
    .addOption(new Option('--outcome <outcome>', 'how it went').choices(OUTCOMES).default('succeeded'))
    .addOption(
      option('--evidence <criterion=text>', 'proof in words, - and @file as above; repeatable', repeated),
    )
    .addOption(
      option(
        '--command <criterion=command>',
        'run it now; what it says and its status are the proof',
        repeated,
      ),
    )
    .addOption(option('--file <criterion=path>', 'upload a file as proof; repeatable', repeated))
    .addOption(option('--link <criterion=url>', 'an address as proof; repeatable', repeated))
    .addOption(
      new Option('--to <status>', 'where the task goes, if not for a review').choices([
        'waiting',
        'done',
        'none',
      ]),
    )
    .action(submit);
}

async function submit(named: string | undefined, options: Options): Promise<void> {
  const { tandem, claims } = connect();
  const { task, token, kept } = heldTask(claims, named, options.token);
  const summary = await textOf(options.summary);
  if (summary.trim() === '') throw new Misused('A summary is not blank: say what was done.');
  const { outcome, to } = options;
  const evidence = await evidenceOf(tandem, options, kept?.criteria, outcome);
  const body = { token, outcome, summary, evidence, to };
  const result = await underClaim(claims, task, async () => tandem.results.post(task, body, PATIENT));
  if (to !== 'none') claims.forget(result.taskNumber);
  if (options.json) return printJson(result);
  note(`The result of task ${result.taskNumber} is handed in: ${result.outcome}.`);
}
