import type { Briefing, Comment, Question, Result, Review } from '@tandem/client';
import { answerOf, type LongText, type Piece } from './answer.ts';
import { attemptLines } from './attempts.ts';
import { at, atSecond, by } from './people.ts';
import { criteriaOf, factsOf, onlyId, relationsOf } from './task.ts';
import { quoted, seen } from './texts.ts';

/** The information needed to start a claimed task. */
export function briefingText(briefing: Briefing): string {
  const { task, lease, project, goal, initiative, comments, results, questions, attempts, checkpoint } =
    briefing;
  const { taskNumber } = task;
  const get = (what: string) => `get_task with task ${taskNumber}, ${what}`;
  const answered = questions.filter(({ answer }) => answer !== null);
  return answerOf([
    `You hold task ${taskNumber}. token: ${lease.token}`,
    `Until ${atSecond(lease.expiresAt)}; heartbeat extends it.`,
    ...factsOf({ ...task, claim: null }),
    descriptionOf(task.description, taskNumber, 400),
    ...parentPieces(briefing),
    ...criteriaOf(task.criteria, get('part criteria')),
    ...childLines(briefing),
    checkpoint !== null && {
      head: 'Checkpoint of the previous run:',
      text: checkpoint,
      min: 400,
      rest: (from: number) =>
        `for the rest next_work with task ${taskNumber}, take_over true, checkpoint_from ${from}`,
    },
    ...answered.slice(-3).flatMap((question) => answerLines(question, taskNumber)),
    ...attemptLines(attempts.slice(0, 3)),
    ...resultPieces(results[0], taskNumber),
    ...mentionLines(briefing.mentions),
    ...commentPieces(comments.slice(-3), comments.length, taskNumber),
    ...relationsOf(task.relations, get('part relations')),
    ...purposeOf('Project', project && { ...project, name: project.title }, taskNumber),
    ...purposeOf('Goal', goal && { ...goal, name: goal.title }, taskNumber),
    ...purposeOf('Initiative', initiative, taskNumber),
    task.criteria.length > 0
      ? 'Next: do it, then submit_work with evidence for each criterion; ask_human for answers only a person has.'
      : 'Next: do it, then submit_work; ask_human for answers only a person has.',
  ]);
}

/** Sub-tasks shown in a briefing; the others can be found. */
const MAX_CHILDREN = 20;
const MAX_SIBLINGS = 8;

/** The task that this one is a part of, and the other parts. */
function parentPieces({ parent, siblings }: Briefing): Piece[] {
  if (!parent) return [];
  const { taskNumber, title, description } = parent;
  return [
    `A sub-task of #${taskNumber} ${quoted(title, 120)}.`,
    description !== null && {
      head: `Description of #${taskNumber}, by members:`,
      text: description,
      min: 100,
      rest: (from: number) => `for the rest get_task with task ${taskNumber}, part description, from ${from}`,
    },
    siblings.length > 0 &&
      `Beside it: ${siblings
        .slice(0, MAX_SIBLINGS)
        .map((each) => `#${each.taskNumber} ${each.status} ${quoted(each.title, 40)}`)
        .join(', ')}${more(siblings.length, MAX_SIBLINGS)}`,
  ];
}

/** Mentions shown with their text; of others, only the task. */
const MAX_MENTIONS = 6;

/** Where the agent was mentioned. No later briefing repeats it. */
function mentionLines(mentions: Briefing['mentions']): Piece[] {
  if (mentions.length === 0) return [];
  const lines = mentions
    .slice(0, MAX_MENTIONS)
    .map(
      ({ taskNumber, by: author, commentId, text }) =>
        `- #${taskNumber} ${commentId === null ? 'description' : `comment ${commentId}`} by ${by(author)}: ${quoted(text, 160)}`,
    );
  const others = mentions.slice(MAX_MENTIONS).map(({ taskNumber }) => `#${taskNumber}`);
  return ['You were mentioned:', ...lines, others.length > 0 && `Also in ${[...new Set(others)].join(', ')}`];
}

const WOKEN = {
  children_closed: 'Its sub-tasks are closed: finish it.',
  child_needs_attention: 'A sub-task needs attention: decide what happens to it.',
};

/** Its sub-tasks with their results. */
function childLines({ children, wokenBy }: Briefing): Piece[] {
  if (children.length === 0) return [];
  const lines = children.slice(0, MAX_CHILDREN).map(({ taskNumber, status, title, result }) => {
    const outcome = result ? `: ${result.outcome}, ${quoted(result.summary, 120)}` : '';
    return `- #${taskNumber} ${status} ${quoted(title, 60)}${outcome}`;
  });
  return [wokenBy && WOKEN[wokenBy], `Sub-tasks${more(children.length, MAX_CHILDREN)}:`, ...lines];
}

const more = (all: number, shown: number): string => (all > shown ? ` (${shown} of ${all})` : '');

/** The rest of a checkpoint that was cut in the briefing. */
export function checkpointText({ task, lease, checkpoint }: Briefing, from: number): string {
  const { taskNumber } = task;
  return answerOf([
    `You hold task ${taskNumber}. token: ${lease.token}`,
    {
      head: `Checkpoint from character ${from} on:`,
      text: seen(checkpoint ?? '').slice(from),
      min: 100,
      rest: (at) =>
        `for the rest next_work with task ${taskNumber}, take_over true, checkpoint_from ${from + at}`,
    },
  ]);
}

export const descriptionOf = (text: string | null, task: number, min: number, from = 0): Piece =>
  text === null
    ? null
    : {
        head: from > 0 ? `Description from character ${from} on, by members:` : 'Description, by members:',
        text,
        min,
        rest: (at) => `for the rest get_task with task ${task}, part description, from ${from + at}`,
      };

/** A question with its answer, if there is one. */
export function answerLines(question: Question, task: number): Piece[] {
  const { id, kind, text, options, answer, asker, status } = question;
  const rest = (from: number) =>
    `for the rest get_task with task ${task}, part questions, id ${id}, from ${from}`;
  const asked = `Question ${id} (${kind}, ${status}) by ${by(asker)}: ${quoted(text, 240)}`;
  if (!answer) {
    const choices = options.map((option) => `${onlyId(option.id)} ${quoted(option.text, 80)}`);
    return [choices.length > 0 ? `${asked} Options: ${choices.join(', ')}` : asked];
  }
  const choice = options.find((option) => option.id === answer.choice);
  const given =
    answer.choice !== undefined
      ? `${onlyId(answer.choice)}${choice ? ` ${quoted(choice.text, 120)}` : ''}`
      : answer.approved !== undefined
        ? answer.approved
          ? 'approved'
          : 'not approved'
        : '';
  const whose = answer.by ? `by ${by(answer.by)}` : 'by default, as no one answered in time';
  const pieces: Piece[] = [asked, `Answer ${whose}, ${at(answer.at)}: ${given}`];
  if (answer.text !== undefined)
    pieces.push({ head: 'Text of the answer:', text: answer.text, min: 150, rest });
  if (answer.comment !== null) {
    pieces.push({ head: 'Comment on the answer:', text: answer.comment, min: 60, rest: () => 'a comment' });
  }
  return pieces;
}

/** The last result with its review. */
export function resultPieces(result: Result | undefined, task: number): Piece[] {
  if (!result) return [];
  const { id, outcome, author, createdAt, summary, evidence, review, withdrawn } = result;
  const unreviewed = withdrawn ? ', withdrawn' : ', not reviewed';
  const rest = (from: number) =>
    `for the rest get_task with task ${task}, part results, id ${id}, from ${from}`;
  return [
    ...(review ? reviewPieces(review, task, id) : []),
    {
      head: `Result ${id} (${outcome}${evidence.length > 0 ? `, ${evidence.length} evidence` : ''}${review ? '' : unreviewed}) by ${by(author)}, ${at(createdAt)}:`,
      text: summary,
      min: 100,
      rest,
    },
  ];
}

function reviewPieces(
  { verdict, comment, criteria, reviewer, createdAt }: Review,
  task: number,
  id: string,
): Piece[] {
  const head = `Review of it: ${verdict} by ${by(reviewer)}, ${at(createdAt)}`;
  const rest = (from: number) =>
    `for the rest get_task with task ${task}, part reviews, id ${id}, from ${from}`;
  return [
    comment === null ? head : { head: `${head}:`, text: comment, min: 200, rest },
    ...criteria
      .slice(0, 8)
      .map(
        ({ id, status, comment }) =>
          `- ${onlyId(id)} ${status}${comment === null ? '' : ` ${quoted(comment, 160)}`}`,
      ),
  ];
}

/** Comments, newest last; `total` is the number of all comments. */
export function commentPieces(comments: readonly Comment[], total: number, task: number): Piece[] {
  if (comments.length === 0) return [];
  const more =
    total > comments.length ? `, the last ${comments.length} of ${total} (part comments for all)` : '';
  return [`Comments${more}:`, ...comments.map((comment) => commentPiece(comment, task))];
}

export const commentPiece = ({ id, author, createdAt, body }: Comment, task: number, from = 0): LongText => ({
  head: `Comment ${id} by ${by(author)}, ${at(createdAt)}${from > 0 ? `, from character ${from} on` : ''}:`,
  text: body,
  min: 60,
  rest: (at) => `for the rest get_task with task ${task}, part comments, id ${id}, from ${from + at}`,
});

interface Named {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
}

function purposeOf(kind: string, purpose: Named | null, task: number): Piece[] {
  if (!purpose) return [];
  const head = `${kind} ${quoted(purpose.name, 100)} (id ${purpose.id})`;
  if (purpose.description === null || purpose.description.trim() === '') return [head];
  const part = kind.toLowerCase();
  return [
    {
      head: `${head}:`,
      text: purpose.description,
      min: 40,
      rest: (from) => `for the rest get_task with task ${task}, part ${part}, from ${from}`,
    },
  ];
}
