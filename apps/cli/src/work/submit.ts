import { OUTCOMES, type Outcome } from '@tandem/client';
import { type Command, Option } from 'commander';
import { option } from '../commands/options.ts';
import { connect } from '../connection.ts';
import { Misused } from '../ending.ts';
import { textOf } from '../input/text.ts';
import { repeated } from '../input/values.ts';
import { note } from '../output/print.ts';
import { printJson } from '../output/show.ts';
import { type ArtifactOptions, artifactOf } from './artifact.ts';
import { type EvidenceOptions, evidenceOf } from './evidence.ts';
import { type HeldOptions, withHeld } from './options.ts';
import { PATIENT, underClaim } from './patience.ts';
import { heldTask } from './token.ts';

interface Options extends HeldOptions, EvidenceOptions, ArtifactOptions {
  readonly summary: string;
  readonly outcome: Outcome;
  readonly to?: 'waiting' | 'done' | 'none';
}

export function addSubmitCommand(group: Command): void {
  withHeld(group.command('submit'))
    .description('submit the result of the task, with evidence for its criteria')
    .requiredOption('--summary <text>', 'what was done; - reads standard input, @file reads a file')
    .addOption(
      new Option('--outcome <outcome>', 'outcome of the work').choices(OUTCOMES).default('succeeded'),
    )
    .addOption(
      option('--evidence <criterion=text>', 'evidence as text; - and @file as above; repeatable', repeated),
    )
    .addOption(
      option(
        '--command <criterion=command>',
        'run a command now; its output and exit code are the evidence',
        repeated,
      ),
    )
    .addOption(option('--file <criterion=path>', 'upload a file as evidence; repeatable', repeated))
    .addOption(option('--link <criterion=url>', 'a URL as evidence; repeatable', repeated))
    .option('--commit <revision>', 'the commit of the work, such as HEAD, on which others run the checks')
    .option('--repository <url>', 'its repository; by default the remote of this folder')
    .addOption(
      new Option('--to <status>', "the task's next status; by default it waits for a review").choices([
        'waiting',
        'done',
        'none',
      ]),
    )
    .action(submit);
}

async function submit(named: string | undefined, options: Options): Promise<void> {
  const connection = connect();
  const { claims } = connection;
  const { task, token, saved } = heldTask(claims, named, options.token);
  const tandem = connection.of(task);
  const summary = await textOf(options.summary);
  if (summary.trim() === '') throw new Misused('The summary must not be blank. Say what was done.');
  const { outcome, to } = options;
  const artifact = await artifactOf(options);
  const result = await underClaim(claims, task, async () => {
    const evidence = await evidenceOf(tandem, options, saved?.criteria, outcome);
    const body = { token, outcome, summary, evidence, artifact, to };
    return tandem.results.post(task, body, PATIENT);
  });
  if (to !== 'none') claims.forget(result.taskNumber);
  if (options.json) return printJson(result);
  note(`Submitted the result of task ${result.taskNumber}: ${result.outcome}.`);
}
