import {
  QUESTION_STATUSES,
  type Question,
  type QuestionStatus,
  type QuestionsAnswerBody,
  type Tandem,
  TandemError,
} from '@tandem/client';
import { Argument, type Command, Option } from 'commander';
import { connect } from '../connection.ts';
import { CannotDo, Misused } from '../ending.ts';
import { ifReadable } from '../input/if-readable.ts';
import { optionalText } from '../input/text.ts';
import { task } from '../input/values.ts';
import { type ListOptions, pageFor, printList } from '../output/list.ts';
import { moment } from '../output/moment.ts';
import { note } from '../output/print.ts';
import { printCard, printJson, printText } from '../output/show.ts';
import type { Column } from '../output/table.ts';
import { groupOf, type JsonOption, option, withJson, withList, wordsOption } from './options.ts';

const COLUMNS: readonly Column<Question>[] = [
  { head: 'ID', text: ({ id }) => id, style: () => 'cyan' },
  { head: 'STATUS', text: ({ status }) => status },
  { head: 'KIND', text: ({ kind }) => kind },
  { head: '#', text: ({ task: { taskNumber } }) => taskNumber },
  { head: 'BY', text: ({ asker }) => asker.name },
  { head: 'QUESTION', text: ({ text }) => text, isLong: true },
];

interface AnswerOptions extends JsonOption {
  readonly choice?: string;
  readonly text?: string;
  readonly approve?: true;
  readonly reject?: true;
  readonly comment?: string;
  readonly version?: string;
}

const named = () => new Argument('<question>', 'id of the question');

export function addQuestionCommands(program: Command): void {
  const group = groupOf(program, 'question', 'list, show and answer questions of agents');
  withList(group.command('list').description('list questions, newest first; open ones by default'))
    .addOption(wordsOption('--status <status>', QUESTION_STATUSES))
    .option('--to <name>', 'only questions to this person: a name, or me (includes questions to everybody)')
    .addOption(option('--task <task>', 'only questions about this task', task))
    .action(listQuestions);
  withJson(group.command('show').description('show a question').addArgument(named())).action(showQuestion);
  withJson(
    group
      .command('answer')
      .description('answer a question, or several with the same answer (people only)')
      .addArgument(new Argument('<question...>', 'ids of the questions')),
  )
    .option('--choice <id>', 'id of the chosen option, for a choice')
    .option('--text <text>', 'the answer, for a text; - reads standard input, @file reads a file')
    .addOption(new Option('--approve', 'answer yes, for an approval').conflicts('reject'))
    .option('--reject', 'answer no, for an approval')
    .option('--comment <text>', 'additional comment; - reads standard input, @file reads a file')
    .option('--shown <version>', 'version of the question that you saw; defaults to the current one')
    .action(answer);
}

async function listQuestions(
  options: ListOptions & { status?: readonly QuestionStatus[]; to?: string; task?: string },
): Promise<void> {
  const { status = ['open'], to, task: about, limit } = options;
  const list = connect().tandem.questions.list({ status, to, task: about, limit: pageFor(limit) });
  await printList(list, COLUMNS, options, 'No questions.');
}

async function showQuestion(id: string, { json }: JsonOption): Promise<void> {
  const question = await connect().tandem.questions.get(id);
  if (json) return printJson(question);
  printQuestion(question);
}

/** Prints a question with its possible answers. */
export function printQuestion(question: Question): void {
  const { version, kind, task: about, asker, to, status, dueAt, options, text } = question;
  printCard(`Question ${question.id}`, [
    ['about', `#${about.taskNumber} ${about.title}`],
    ['version', version],
    ['kind', kind],
    ['status', status],
    ['by', asker.name],
    ['to', to?.name],
    ['due', moment(dueAt)],
    ['default', question.default === null ? null : String(question.default)],
  ]);
  printText('Text', text);
  printText(
    'Options',
    options
      .map((each) => `${each.id}: ${each.text}${each.consequence ? ` (${each.consequence})` : ''}`)
      .join('\n'),
  );
}

async function answer(ids: readonly string[], options: AnswerOptions): Promise<void> {
  const { choice, approve, reject, version: shown, json } = options;
  const body: QuestionsAnswerBody = {
    choice,
    text: await optionalText(options.text),
    approved: approve ?? (reject ? false : undefined),
    comment: await optionalText(options.comment),
  };
  if (body.choice === undefined && body.text === undefined && body.approved === undefined) {
    throw new Misused(
      'Answer with --choice, --text, --approve or --reject, depending on the kind of the question.',
    );
  }
  const [first = '', ...others] = ids;
  if (others.length > 0) {
    if (shown !== undefined) throw new Misused('--shown is only for a single question. Omit it for several.');
    return answerSeveral(ids, body, json);
  }
  const { tandem } = connect();
  const version = shown ?? (await ifReadable(() => tandem.questions.get(first)))?.version;
  const answered = await tandem.questions.answer(first, { ...body, version });
  if (json) return printJson(answered);
  noteAnswered(answered);
}

const noteAnswered = ({ task: { taskNumber } }: Question): void =>
  note(`The question about task ${taskNumber} is answered.`);

/** Maximum number of answers per request (docs/rules.md, Inbox). */
const MAX_ANSWERS = 100;

/** A rejected answer does not affect the others; the exit code reports it. */
async function answerSeveral(
  ids: readonly string[],
  body: QuestionsAnswerBody,
  json: true | undefined,
): Promise<void> {
  if (ids.length > MAX_ANSWERS)
    throw new Misused(`At most ${MAX_ANSWERS} questions can be answered at once.`);
  const { tandem } = connect();
  const versions = await ifReadable(() => versionsOf(tandem, ids));
  const answers = ids.map((questionId, i) => ({ ...body, questionId, version: versions?.[i] }));
  const { data } = await tandem.inbox.answer({ answers });
  const refused: string[] = [];
  for (const outcome of data) {
    const { questionId, question, error } = outcome;
    if (json) printJson(outcome);
    else if (question) noteAnswered(question);
    if (error) refused.push(`${questionId}: ${error.message}`);
  }
  if (refused.length > 0) throw new CannotDo(...refused);
}

/** The current versions of questions; undefined for a missing one. */
async function versionsOf(tandem: Tandem, ids: readonly string[]): Promise<(string | undefined)[]> {
  const versions: (string | undefined)[] = [];
  for (const id of ids) {
    try {
      versions.push((await tandem.questions.get(id)).version);
    } catch (error) {
      if (!(error instanceof TandemError && error.code === 'NOT_FOUND')) throw error;
      versions.push(undefined);
    }
  }
  return versions;
}
