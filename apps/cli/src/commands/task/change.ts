import {
  EFFORTS,
  type Effort,
  PRIORITIES,
  type Priority,
  TASK_STATUSES,
  type TaskStatus,
} from '@tandem/client';
import { Argument, type Command, Option } from 'commander';
import { type Connection, connect } from '../../connection.ts';
import { Misused } from '../../ending.ts';
import { optionalText } from '../../input/text.ts';
import {
  externalId,
  externalIdOrNone,
  integer,
  momentOf,
  momentOrNone,
  number,
  orNull,
  pairs,
  pairsOrNone,
  repeated,
  several,
  taskNumber,
  taskNumberOrNone,
} from '../../input/values.ts';
import { note, print } from '../../output/print.ts';
import { printJson } from '../../output/show.ts';
import { tokenFor } from '../../work/token.ts';
import { type JsonOption, option, withJson } from '../options.ts';
import { type CriteriaOptions, criteriaIn } from './criteria.ts';
import { changeSeveral } from './several.ts';
import { tasksArgument } from './show.ts';

interface Fields extends JsonOption, CriteriaOptions {
  readonly body?: string;
  readonly priority?: Priority;
  readonly tag?: readonly string[];
  readonly label?: readonly string[];
  readonly createLabels?: true;
  readonly metadata?: Readonly<Record<string, string | null>>;
}

type Budget = Readonly<Record<string, number>>;
type ExternalId = ReturnType<typeof externalId>;

interface CreateOptions extends Fields {
  readonly status?: TaskStatus;
  readonly assign?: string;
  readonly project?: string;
  readonly due?: number;
  readonly effort?: Effort;
  readonly key?: string;
  readonly parent?: number;
  readonly budget?: Budget;
  readonly externalId?: ExternalId;
}

interface EditOptions extends Fields {
  readonly title?: string;
  readonly assign?: string;
  readonly project?: string;
  readonly due?: number | 'none';
  readonly effort?: Effort | 'none';
  readonly parent?: number | 'none';
  readonly budget?: Budget | 'none';
  readonly externalId?: ExternalId | 'none';
}

interface MoveOptions extends JsonOption {
  readonly reason?: string;
  readonly children?: ChildrenChoice;
}

/** The fate of open sub-tasks of a task that is canceled. */
const CHILDREN_CHOICES = ['cancel', 'detach'] as const;
type ChildrenChoice = (typeof CHILDREN_CHOICES)[number];

export function addChangeCommands(group: Command): void {
  const create = group
    .command('create')
    .description('create a task and print its number')
    .argument('<title>', 'title of the task');
  withFields(create)
    .addOption(new Option('--status <status>', 'todo by default').choices(TASK_STATUSES))
    .option('--assign <name>', 'assign to this member')
    .option('--project <id>', 'id of the project')
    .addOption(option('--due <when>', 'a date, or a time from now: +3d, +2h', momentOf))
    .addOption(new Option('--effort <effort>', 'size of the task').choices(EFFORTS))
    .addOption(option('--parent <task>', 'make it a sub-task of this task', taskNumber))
    .addOption(
      option(
        '--budget <metric=number>',
        'maximum usage of the task and its sub-tasks; repeatable',
        pairs('METRIC=NUMBER', number),
      ),
    )
    .addOption(option('--external-id <source:id>', 'its id in another system', externalId))
    .option('--key <key>', 'idempotency key: repeating the command does not create a second task')
    .action(createTask);

  const edit = group.command('edit').description('change a task, or several').addArgument(tasksArgument());
  withFields(edit)
    .option('--title <title>', 'new title')
    .option('--assign <name>', 'assign to this member; none to unassign')
    .option('--project <id>', 'id of the project; none to remove it')
    .addOption(
      option('--due <when>', 'a date, or a time from now: +3d, +2h; none to remove it', momentOrNone),
    )
    .addOption(
      new Option('--effort <effort>', 'size of the task; none to remove it').choices([...EFFORTS, 'none']),
    )
    .addOption(
      option('--parent <task>', 'make it a sub-task of this task; none to make it its own', taskNumberOrNone),
    )
    .addOption(
      option(
        '--budget <metric=number>',
        'maximum usage of the task and its sub-tasks; repeatable; none to remove it',
        pairsOrNone('METRIC=NUMBER', number),
      ),
    )
    .addOption(
      option('--external-id <source:id>', 'its id in another system; none to remove it', externalIdOrNone),
    )
    .action(editTask);

  withJson(
    group
      .command('move')
      .description('move a task, or several, to another status')
      .addArgument(tasksArgument())
      .addArgument(new Argument('<status>', 'the new status').choices(TASK_STATUSES))
      .option('--reason <text>', 'reason, shown to subscribers; - reads standard input, @file reads a file')
      .addOption(
        new Option('--children <what>', 'what happens to its open sub-tasks when it is canceled').choices(
          CHILDREN_CHOICES,
        ),
      ),
  ).action(moveTask);
}

const withFields = (command: Command): Command =>
  withJson(command)
    .option('--body <text>', 'description; - reads standard input, @file reads a file')
    .addOption(new Option('--priority <priority>', 'p2 by default').choices(PRIORITIES))
    .addOption(option('--tag <tag>', 'a tag; separate several with commas', several))
    .addOption(option('--label <name>', 'a label; separate several with commas', several))
    .option('--create-labels', 'create missing labels')
    .addOption(option('--criterion <text>', 'acceptance criterion, or ID=text; repeatable', repeated))
    .addOption(
      option(
        '--check <criterion=command>',
        'the command that proves a --criterion ID=text, run by verifiers; repeatable',
        pairs('ID=COMMAND', String),
      ),
    )
    .addOption(
      option('--protect <glob>', 'files that work must not change, for each --check; repeatable', repeated),
    )
    .addOption(
      option('--check-timeout <seconds>', 'time limit of each --check, 600 by default', integer(1, 3_600)),
    )
    .addOption(
      option(
        '--metadata <key=text>',
        'text for programs; repeatable; KEY= removes it',
        pairs('KEY=TEXT', (text) => text || null),
      ),
    );

/** The API fields for the options that both commands have. */
const fieldsOf = async ({ body, priority, tag, label, createLabels, metadata, ...more }: Fields) => ({
  description: await optionalText(body),
  priority,
  tags: tag,
  labels: label,
  createMissing: createLabels,
  criteria: criteriaIn(more),
  metadata,
});

async function createTask(title: string, options: CreateOptions): Promise<void> {
  const connection = connect();
  const { status, assign, project, due, effort, key, parent, budget, externalId } = options;
  const made = await connection.tandem.tasks.create(
    {
      title,
      status,
      assignedTo: assign,
      projectId: project,
      dueDate: due,
      effort,
      parentTaskNumber: parent,
      budget,
      externalId,
      ...(await fieldsOf(options)),
    },
    { idempotencyKey: key, ...(parent !== undefined && held(connection, String(parent))) },
  );
  if (options.json) return printJson(made);
  note(`Created task ${made.taskNumber}: ${made.title} (${made.status}).`);
  print(String(made.taskNumber));
}

async function editTask(tasks: readonly string[], options: EditOptions): Promise<void> {
  const { title, assign, project, due, effort, parent, budget, externalId, json } = options;
  const change = {
    title,
    assignedTo: orNull(assign),
    projectId: orNull(project),
    dueDate: orNull(due),
    effort: orNull(effort),
    parentTaskNumber: orNull(parent),
    budget: orNull(budget),
    externalId: orNull(externalId),
    ...(await fieldsOf(options)),
  };
  if (Object.values(change).every((value) => value === undefined)) {
    throw new Misused('Specify what to change: tandem task edit --help lists the options.');
  }
  const connection = connect();
  const [named = '', ...others] = tasks;
  if (others.length > 0)
    return changeSeveral(connection, {
      named: tasks,
      operation: (task, token) => ({ op: 'update', task, token, ...change }),
      describe: ({ taskNumber }) => `Task ${taskNumber} is updated.`,
      json,
    });
  const edited = await connection.tandem.tasks.update(named, change, held(connection, named));
  if (json) return printJson(edited);
  note(`Task ${edited.taskNumber} is updated.`);
}

async function moveTask(
  tasks: readonly string[],
  to: TaskStatus,
  { reason, children, json }: MoveOptions,
): Promise<void> {
  const connection = connect();
  const body = { to, reason: await optionalText(reason), children };
  const [named = '', ...others] = tasks;
  if (others.length > 0)
    return changeSeveral(connection, {
      named: tasks,
      operation: (task, token) => ({ op: 'transition', task, token, ...body }),
      describe: ({ taskNumber, status }) => `Task ${taskNumber} is now ${status}.`,
      json,
    });
  const moved = await connection.tandem.tasks.transition(named, body, held(connection, named));
  if (!moved.claim) connection.claims.forget(moved.taskNumber);
  if (json) return printJson(moved);
  note(`Task ${moved.taskNumber} is now ${moved.status}.`);
}

/** The token of the task's claim, if this machine saved it. */
export const held = ({ claims }: Connection, named: string) => ({ claim: tokenFor(claims, named) });
