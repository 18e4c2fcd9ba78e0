import { QUESTION_KINDS, type QuestionKind } from '@tandem/client';
import { type Command, Option } from 'commander';
import { option } from '../commands/options.ts';
import { connect } from '../connection.ts';
import { Misused } from '../ending.ts';
import { textOf } from '../input/text.ts';
import { momentOf, repeated } from '../input/values.ts';
import { note, print } from '../output/print.ts';
import { printJson } from '../output/show.ts';
import { type HeldOptions, withHeld } from './options.ts';
import { PATIENT, underClaim } from './patience.ts';
import { heldTask } from './token.ts';

interface Options extends HeldOptions {
  readonly text: string;
  readonly kind?: QuestionKind;
  readonly option?: readonly string[];
  readonly default?: string;
  readonly due?: number;
  readonly to?: string;
  readonly block: boolean;
}

export function addAskCommand(group: Command): void {
  withHeld(group.command('ask'))
    .description('ask people about the task; it waits for the answer and comes back with it')
    .requiredOption('--text <text>', 'the question; - reads standard input, @file reads a file')
    .addOption(
      new Option('--kind <kind>', 'defaults to choice with --option, else text').choices(QUESTION_KINDS),
    )
    .addOption(option('--option <text>', 'an option to choose, or ID=text; repeatable', repeated))
    .option('--default <answer>', 'the answer if nobody answers in time; yes or no for an approval')
    .addOption(option('--due <when>', 'deadline: a date, or a time from now: +1d', momentOf))
    .option('--to <name>', 'the person to ask; defaults to everyone')
    .option('--no-block', 'continue the task meanwhile')
    .action(ask);
}

async function ask(named: string | undefined, options: Options): Promise<void> {
  const { tandem, claims } = connect();
  const { task, token } = heldTask(claims, named, options.token);
  const { option: choices, kind = choices ? 'choice' : 'text', due, to, block } = options;
  const body = {
    token,
    kind,
    text: await textOf(options.text),
    options: choices?.map(choiceIn),
    default: defaultOf(kind, options.default),
    dueAt: due,
    to,
    blocking: block,
  };
  const question = await underClaim(claims, task, async () => tandem.questions.ask(task, body, PATIENT));
  if (question.blocking) claims.forget(question.task.taskNumber);
  if (options.json) return printJson(question);
  note(
    question.blocking
      ? `Task ${question.task.taskNumber} waits for the answer. For other work: tandem work next`
      : 'The question is asked; continue meanwhile.',
  );
  print(question.id);
}

function choiceIn(given: string): { id?: string; text: string } {
  const [, id, text] = /^([\w-]{1,40})=(.+)$/s.exec(given) ?? [];
  return id === undefined || text === undefined ? { text: given } : { id, text };
}

function defaultOf(kind: QuestionKind, given: string | undefined): string | boolean | undefined {
  if (kind !== 'approval' || given === undefined) return given;
  if (given === 'yes' || given === 'no') return given === 'yes';
  throw new Misused('The default of an approval must be yes or no.');
}
