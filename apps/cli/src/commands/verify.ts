import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import {
  TASK_VERIFICATION_OUTCOMES,
  TASK_VERIFICATION_STATES,
  type TaskVerification,
  type TaskVerificationOutcome,
  type TaskVerificationState,
} from '@tandem/client';
import { Argument, type Command, Option } from 'commander';
import { connect } from '../connection.ts';
import { CannotDo, Misused } from '../ending.ts';
import { number, repeated } from '../input/values.ts';
import { type ListOptions, pageFor, printList } from '../output/list.ts';
import { note } from '../output/print.ts';
import { printJson } from '../output/show.ts';
import { styleOfWord } from '../output/style.ts';
import type { Column } from '../output/table.ts';
import { newOutput } from '../verifier/output.ts';
import { groupOf, type JsonOption, option, withAgent, withJson, withList } from './options.ts';

interface ReportOptions extends JsonOption {
  readonly outcome: TaskVerificationOutcome;
  readonly commit?: string;
  readonly exitCode?: number;
  readonly output?: string;
  readonly changed?: readonly string[];
  readonly seconds: number;
  readonly agent?: string;
  readonly url?: string;
}

const COLUMNS: readonly Column<TaskVerification>[] = [
  { head: 'ID', text: ({ id }) => id, style: () => 'cyan' },
  { head: 'STATE', text: ({ state }) => state, style: ({ state }) => styleOfWord(state) },
  { head: 'TASK', text: ({ task }) => task.taskNumber },
  { head: 'COMMIT', text: ({ artifact }) => artifact.commit.slice(0, 12) },
  { head: 'CRITERION', text: ({ criterion }) => criterion.text, isLong: true },
];

export function addVerifyCommands(program: Command): void {
  const group = groupOf(program, 'verify', 'list verifications, and report those that ran elsewhere');
  withList(group.command('list').description('list verifications in a state, newest first'))
    .addOption(
      new Option('--state <state>', 'the state').choices(TASK_VERIFICATION_STATES).default('pending'),
    )
    .action(async ({ state, ...options }: ListOptions & { readonly state: TaskVerificationState }) => {
      const list = connect().tandem.verifications.list({ state, limit: pageFor(options.limit) });
      await printList(list, COLUMNS, options, 'No verifications.');
    });
  withAgent(withJson(group.command('report')))
    .description('report the outcome of a check that you ran, as a CI job does')
    .addArgument(new Argument('<verification>', 'id of the verification'))
    .addOption(
      new Option('--outcome <outcome>', 'what the check has shown')
        .choices(TASK_VERIFICATION_OUTCOMES)
        .makeOptionMandatory(),
    )
    .option('--commit <id>', 'the commit that was checked; nothing is reported if it is another')
    .addOption(option('--exit-code <n>', 'exit code of the command', number))
    .option('--output <file>', 'file with the output; - reads standard input')
    .addOption(option('--changed <path>', 'a protected file that differs; repeatable', repeated))
    .addOption(option('--seconds <n>', 'how long it took', number).default(0))
    .action(report);
}

async function report(id: string, options: ReportOptions): Promise<void> {
  const { outcome, commit, exitCode, changed, seconds, json } = options;
  if (outcome === 'passed' && ((exitCode ?? 0) !== 0 || changed))
    throw new Misused('--outcome passed permits no --changed, and no --exit-code but 0.');
  const { tandem } = connect(options);
  const { artifact } = await tandem.verifications.get(id);
  if (commit !== undefined && commit.toLowerCase() !== artifact.commit)
    throw new CannotDo(`The verification is of the commit ${artifact.commit}, so nothing was reported.`);
  const output = options.output === undefined ? {} : await outputIn(options.output);
  const { lease } = await tandem.verifications.claim(id, { takeOver: true });
  const { token } = lease;
  const durationMs = Math.round(seconds * 1000);
  const finding = { token, outcome, exitCode, files: changed, durationMs, ...output };
  const reported = await tandem.verifications.report(id, finding).catch(async (error) => {
    // Otherwise no verifier could run it until the lease expires.
    await tandem.verifications.release(id, { token }).catch(() => undefined);
    throw error;
  });
  if (json) return printJson(reported);
  note(`Reported: ${reported.state}.`);
}

async function outputIn(file: string) {
  let bytes: Buffer;
  try {
    bytes = file === '-' ? await buffer(process.stdin) : readFileSync(file);
  } catch (error) {
    throw new CannotDo(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  const output = newOutput();
  output.add(bytes);
  return { output: output.end(), outputLength: bytes.length, outputDigest: output.digest() };
}
