import type { QuestionKind } from '@tandem/client';
import { type Command, Option } from 'commander';
import { option } from '../commands/options.ts';
import { connect } from '../connection.ts';
import { Misused } from '../ending.ts';
import { textOf } from '../input/text.ts';
import { momentOf, repeated } from '../input/values.ts';
import { note, print } from '../output/print.ts';
import { printJson } from '../output/show.ts';
import { QUESTION_KINDS } from '../words.ts';
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
    .description('ask people about the task, which waits for the answer; it comes back with it')
    .requiredOption('--text <text>', 'the question; - is standard input, @file a file')
    .addOption(
      new Option('--kind <kind>', 'choice with options, else text, unless it says').choices(QUESTION_KINDS),
    )
    .addOption(option('--option <text>', 'what can be chosen, or ID=text; repeatable', repeated))
    .option('--default <answer>', 'what counts when nobody answers in time; of an approval yes or no')
    .addOption(option('--due <when>', 'until when: a date, or from now on: +1d', momentOf))
    .option('--to <name>', 'whom; every person unless it says')
    .option('--no-block', 'go on with the task meanwhile')
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
      ? `Task ${question.task.taskNumber} waits for the answer, and you are free: tandem work next.`
      : 'It is asked; go on meanwhile.',
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
  throw new Misused('The default of an approval is yes or no.');
}
