import { GOAL_STATUSES, type Goal, type GoalStatus } from '@tandem/client';
import { Argument, type Command, Option } from 'commander';
import { connect } from '../connection.ts';
import { Misused } from '../ending.ts';
import { ifReadable } from '../input/if-readable.ts';
import { textOf } from '../input/text.ts';
import { number } from '../input/values.ts';
import { type ListOptions, pageFor, printList } from '../output/list.ts';
import { day, moment } from '../output/moment.ts';
import { note } from '../output/print.ts';
import { printCard, printJson, printText } from '../output/show.ts';
import { styleOfWord } from '../output/style.ts';
import type { Column } from '../output/table.ts';
import { groupOf, type JsonOption, option, withJson, withList } from './options.ts';

const COLUMNS: readonly Column<Goal>[] = [
  { head: 'ID', text: ({ id }) => id, style: () => 'cyan' },
  { head: 'STATUS', text: ({ status }) => status, style: ({ status }) => styleOfWord(status) },
  { head: 'METRIC', text: ({ metric }) => metric && `${metric.current}/${metric.target} ${metric.unit}` },
  { head: 'DUE', text: ({ targetDate }) => day(targetDate) },
  { head: 'TITLE', text: ({ title }) => title, isLong: true },
];

interface VerifyOptions extends JsonOption {
  readonly passed?: true;
  readonly failed?: true;
  readonly evidence: string;
  readonly metric?: number;
}

const named = () => new Argument('<goal>', 'id of the goal');

export function addGoalCommands(program: Command): void {
  const group = groupOf(program, 'goal', 'list, show and verify goals');
  withList(group.command('list').description('list goals, newest first'))
    .addOption(new Option('--status <status>', 'only goals with this status').choices(GOAL_STATUSES))
    .option('--initiative <id>', 'only goals of this initiative')
    .option('--archived', 'include archived goals')
    .action(listGoals);
  withJson(group.command('show').description('show a goal').addArgument(named())).action(showGoal);
  withJson(
    group.command('verify').description('record whether a goal is met, with evidence').addArgument(named()),
  )
    .addOption(new Option('--passed', 'the goal is met').conflicts('failed'))
    .option('--failed', 'the goal is not met')
    .requiredOption('--evidence <text>', 'the evidence; - reads standard input, @file reads a file')
    .addOption(option('--metric <n>', 'current value of its metric', number))
    .action(verify);
}

async function listGoals(
  options: ListOptions & { status?: GoalStatus; initiative?: string; archived?: true },
): Promise<void> {
  const { status, initiative, archived, limit } = options;
  const list = connect().tandem.goals.list({
    status,
    initiativeId: initiative,
    archived,
    limit: pageFor(limit),
  });
  await printList(list, COLUMNS, options, 'No goals.');
}

async function showGoal(id: string, { json }: JsonOption): Promise<void> {
  const goal = await connect().tandem.goals.get(id);
  if (json) return printJson(goal);
  const { metric, lastVerification: last } = goal;
  printCard(goal.title, [
    ['id', goal.id],
    ['status', goal.status, styleOfWord(goal.status)],
    ['metric', metric && `${metric.current} of ${metric.target} ${metric.unit}`],
    ['initiative', goal.initiative?.name],
    ['due', day(goal.targetDate)],
  ]);
  printText('Description', goal.description);
  printText('Test', goal.test);
  if (last) {
    const how = last.passed ? 'passed' : 'failed';
    printText(`Verified: ${how}, by ${last.byName}, ${moment(last.at)}`, last.evidence);
  }
}

async function verify(id: string, { passed, failed, evidence, metric, json }: VerifyOptions): Promise<void> {
  if (passed === undefined && failed === undefined) throw new Misused('Specify --passed or --failed.');
  const body = { passed: passed === true, evidence: await textOf(evidence), metricCurrent: metric };
  const { tandem } = connect();
  const now = await ifReadable(async () => tandem.goals.get(id).withResponse());
  const goal = await tandem.goals.verify(id, body, { ifMatch: now?.etag });
  if (json) return printJson(goal);
  note(`The goal is ${goal.status}: ${goal.title}.`);
}
