import type {
  ActivityEntry,
  Comment,
  Criterion,
  Evidence,
  Relation,
  Result,
  Task,
  TaskWithRelations,
} from '@tandem/client';
import { Argument, type Command } from 'commander';
import { connect } from '../../connection.ts';
import { task } from '../../input/values.ts';
import { moment } from '../../output/moment.ts';
import { printCard, printJson, printText } from '../../output/show.ts';
import { styleOfWord } from '../../output/style.ts';
import { type JsonOption, withJson } from '../options.ts';
import { printVerifications } from './verifications.ts';

/** Number of comments shown with a task; `task comments` shows all. */
const COMMENTS = 5;
/** Number of activity entries searched for ended attempts, and number of attempts shown. */
const ATTEMPTS = { entries: 30, shown: 3 };

export const taskArgument = (): Argument =>
  new Argument('<task>', 'number or id of the task').argParser(task);

/** For commands that change several tasks in one request. */
export const tasksArgument = (): Argument =>
  new Argument('<tasks>', 'number or id of the task; separate several with commas').argParser(
    (text: string) => text.split(',').map((part) => task(part.trim())),
  );

export function addShowCommand(group: Command): void {
  withJson(
    group
      .command('show')
      .description('show a task with its last result and comments')
      .addArgument(taskArgument()),
  ).action(showTask);
}

async function showTask(named: string, { json }: JsonOption): Promise<void> {
  const { tandem } = connect();
  if (json) return printJson(await tandem.tasks.get(named));
  const [task, results, activity, comments] = await Promise.all([
    tandem.tasks.get(named),
    tandem.results.list(named, { limit: 1 }),
    tandem.tasks.activity(named, { limit: ATTEMPTS.entries }),
    lastOf(tandem.tasks.comments(named, { limit: 100 }), COMMENTS),
  ]);
  printTask(task);
  if (task.criteria.some(({ check }) => check)) await printVerifications(tandem, named);
  for (const ended of activity.data.filter(isEndedAttempt).slice(0, ATTEMPTS.shown)) {
    printAttempt({ endedBy: ended.actorName, endedAt: ended.createdAt, reason: ended.reason });
  }
  const [result] = results.data;
  if (result) {
    printResult(result);
    printText('Evidence', result.evidence.map(lineOfEvidence).join('\n'));
  }
  for (const comment of comments) printComment(comment);
}

/** The last items of a list that is sorted oldest first. */
async function lastOf<Item>(list: AsyncIterable<Item>, count: number): Promise<Item[]> {
  const last: Item[] = [];
  for await (const item of list) {
    last.push(item);
    if (last.length > count) last.shift();
  }
  return last;
}

/** Prints a task for a person, or an agent with a shell. */
export function printTask(task: TaskWithRelations): void {
  const { status, priority, claim, waitingFor } = task;
  printCard(`#${task.taskNumber} ${task.title}`, [
    ['status', task.archived ? `${status}, archived` : status, styleOfWord(status)],
    ['priority', priority, styleOfWord(priority)],
    ['assigned', task.assignedTo],
    ['parent', task.parent && `#${task.parent.taskNumber} ${task.parent.title}`],
    ['sub-tasks', subtasksOf(task.children)],
    ['project', task.project && `${task.project.title} (${task.project.id})`],
    ['effort', task.effort],
    ['due', moment(task.dueDate)],
    ['labels', task.labels.map(({ name }) => name).join(', ')],
    ['tags', task.tags.join(', ')],
    ['waits for', waitingFor && `${waitingFor.kind}: ${waitingFor.what}`],
    ['rests until', isAhead(task.notBefore) ? moment(task.notBefore) : null],
    ['held by', claim && `${claim.agent.name}, until ${moment(claim.expiresAt)} (attempt ${claim.attempt})`],
    ['progress', claim?.progress && progressOf(claim.progress)],
    ['blocked', task.blocked ? 'yes' : null, 'red'],
    ['created', moment(task.createdAt)],
    ['completed', moment(task.completedAt)],
  ]);
  printText('Description', task.description);
  printText('Criteria', task.criteria.map(lineOfCriterion).join('\n'));
  printText('Relations', task.relations.map(lineOfRelation).join('\n'));
}

const subtasksOf = ({ total, open }: Task['children']): string | null =>
  total === 0 ? null : `${total - open} of ${total} closed`;

const isAhead = (iso: string | null): boolean => iso !== null && Date.parse(iso) > Date.now();

/** Whether this entry ended an agent's attempt without a result for review. */
const isEndedAttempt = ({ action, field, oldValue, newValue, reason }: ActivityEntry): boolean =>
  action === 'transitioned' &&
  field === 'status' &&
  oldValue === 'in_progress' &&
  newValue !== 'done' &&
  (newValue === 'todo' || reason !== null);

interface EndedAttempt {
  readonly by?: string;
  readonly endedBy: string;
  readonly endedAt: string;
  readonly reason: string | null;
}

export function printAttempt({ by, endedBy, endedAt, reason }: EndedAttempt): void {
  const whose = by === undefined ? '' : ` of ${by}`;
  printText(`Attempt${whose} ended by ${endedBy}, ${moment(endedAt)}`, reason ?? '(no reason given)');
}

const progressOf = ({ note, percent }: { note: string | null; percent: number | null }): string =>
  [percent === null ? '' : `${percent} %`, note ?? ''].filter((part) => part !== '').join(', ');

const lineOfCriterion = ({ id, text, status, check }: Criterion): string =>
  [`[${status}] ${id}: ${text}`, check && lineOfCheck(check)].filter(Boolean).join('\n');

const lineOfCheck = ({
  command,
  timeoutSeconds,
  protect,
  proposed,
}: NonNullable<Criterion['check']>): string =>
  [
    `  ${proposed ? 'proposed check, which a person has to confirm' : 'check'}: ${command}`,
    `within ${timeoutSeconds} s`,
    ...(protect.length > 0 ? [`protects ${protect.join(', ')}`] : []),
  ].join('; ');

const lineOfRelation = ({ type, direction, task: other }: Relation): string => {
  const name = type === 'duplicate_of' && direction === 'incoming' ? 'has_duplicate' : type;
  return `${name} #${other.taskNumber} ${other.title} (${other.status})`;
};

export function printResult({ outcome, summary, author, createdAt, artifact, review }: Result): void {
  const commit = artifact && `Commit ${artifact.commit} of ${artifact.repository}`;
  printText(
    `Result: ${outcome}, by ${author.name}, ${moment(createdAt)}`,
    [summary, commit].filter(Boolean).join('\n'),
  );
  if (review) {
    const { verdict, reviewer, comment, override } = review;
    printText(
      `Review: ${verdict}, by ${reviewer.name}, ${moment(review.createdAt)}`,
      [comment ?? '(no comment)', override && `Accepted without verification: ${override}`]
        .filter(Boolean)
        .join('\n'),
    );
  }
}

const lineOfEvidence = ({ criterionId, text, url, fileId, command, exitCode }: Evidence): string => {
  const ran = command && (exitCode === undefined ? command : `${command} (exit code ${exitCode})`);
  const parts = [text, url, fileId && `file ${fileId}`, ran].filter(Boolean).join('; ');
  return criterionId === undefined ? parts : `${criterionId}: ${parts}`;
};

export const printComment = ({ author, createdAt, body }: Comment): void =>
  printText(`Comment by ${author.name} (${author.type}), ${moment(createdAt)}`, body);
