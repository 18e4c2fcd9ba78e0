import { withRelations } from '../lookup/tasks.ts';
import type { Mention } from '../notifications/notification.ts';
import type { Stores } from '../ports.ts';
import type { Question } from '../questions/question.ts';
import type { Criterion } from '../results/criteria.ts';
import type { Evidence, Result } from '../results/result.ts';
import { all } from '../shared/all.ts';
import type { Lease } from '../shared/lease.ts';
import { readable } from '../shared/refusal.ts';
import { attemptsIn, type EarlierAttempt, EVENTS_LOOKED_THROUGH } from '../tasks/attempts.ts';
import type { Comment } from '../tasks/comments.ts';
import type { SeenTask, TaskWithRelations } from '../tasks/seen.ts';
import type { Task, WokenBy } from '../tasks/task.ts';

/** A project, goal or initiative as the purpose of the task; the title of an initiative is its name. */
export interface Purpose {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
}

/** The lease of a task. `runKey` is the secret of its run key, for claims that have one (docs/rules.md, Run keys). */
export interface TaskLease extends Lease {
  readonly runKey?: string | undefined;
}

/** Everything a run needs to begin (docs/rules.md, Claims). */
export interface Briefing {
  readonly task: TaskWithRelations;
  /** Expires by the clock, not the steady clock. */
  readonly lease: TaskLease;
  readonly project: Purpose | null;
  readonly goal: Purpose | null;
  readonly initiative: Purpose | null;
  /** The last 20, oldest first. */
  readonly comments: readonly Comment[];
  /** The last 3, newest first, with their reviews. */
  readonly results: readonly Result[];
  /** Answered since the last result, oldest first. */
  readonly questions: readonly Question[];
  /** The last 5 that ended without a result for review, newest first. */
  readonly attempts: readonly EarlierAttempt[];
  /** For a sub-task. */
  readonly parent: BriefedParent | null;
  /** Other children of the parent, at most 50. */
  readonly siblings: readonly Pick<Task, 'taskNumber' | 'title' | 'status'>[];
  /** The task's own children with their last results. */
  readonly children: readonly BriefedChild[];
  /** Why the wait for the children ended. */
  readonly wokenBy: WokenBy | null;
  /** Where the agent was mentioned, on any task, and has not been told yet; at most 20, oldest first. */
  readonly mentions: readonly Mention[];
  /** Left by the previous run. */
  readonly checkpoint: string | null;
  /** Names of the texts that were truncated. */
  readonly truncated: readonly string[];
}

export interface BriefedParent extends Pick<Task, 'taskNumber' | 'title' | 'description'> {
  readonly criteria: readonly Criterion[];
}

export interface BriefedChild extends Pick<Task, 'taskNumber' | 'title' | 'status'> {
  readonly result: Pick<Result, 'outcome' | 'summary'> | null;
}

const COMMENTS_SHOWN = 20;
const SIBLINGS_SHOWN = 50;
const RESULTS_SHOWN = 3;
const QUESTIONS_SHOWN = 20;
/** Per attempt, child and mention: one text can be as long as a whole briefing. */
const REASON_BYTES = 4 * 1024;
/** Maximum size of all texts of a briefing together, in bytes of UTF-8 (at most three per UTF-16 unit). */
const MAX_BYTES = 64 * 1024;

/** The briefing of a task that has just been claimed. */
export async function briefingOf(
  stores: Stores,
  seen: SeenTask,
  { lease, mentions }: Pick<Briefing, 'lease' | 'mentions'>,
): Promise<Briefing> {
  const { taskNumber } = seen;
  const answered = (since: number) => stores.questions.answeredSince(taskNumber, since, QUESTIONS_SHOWN);
  const [task, project, comments, checkpoint, { items: results }, { items: events }, allAnswered] = await all(
    withRelations(stores, seen),
    seen.project === null ? null : readable(stores.projects.byId(seen.project.id)),
    stores.comments.last(taskNumber, COMMENTS_SHOWN),
    stores.claims.checkpoint(taskNumber),
    stores.results.list(taskNumber, { limit: RESULTS_SHOWN, after: undefined }),
    stores.events.ofEntity('task', seen.id, { limit: EVENTS_LOOKED_THROUGH, after: undefined }),
    answered(0),
  );
  const [last] = results;
  const questions = last && allAnswered.length > 0 ? await answered(last.createdAt) : allAnswered;
  const { parent, siblings, children } = await relativesOf(stores, seen);
  const [goal, initiative] = await all(
    project?.goal ? readable(stores.goals.byId(project.goal.id)) : null,
    project?.initiative ? readable(stores.initiatives.byId(project.initiative.id)) : null,
  );
  const budget = textBudget(MAX_BYTES);
  return {
    task: {
      ...task,
      description: budget.take('task.description', task.description),
      criteria: task.criteria.map((criterion) => ({
        ...criterion,
        text: budget.whole('task.criteria', criterion.text),
        evidence: criterion.evidence.map((entry) => evidenceIn(budget, 'task.criteria', entry)),
      })),
    },
    wokenBy: seen.work.wokenBy,
    children: children.map(({ result, ...child }) => ({
      ...child,
      result: result && {
        outcome: result.outcome,
        summary: budget.whole('children', result.summary, REASON_BYTES),
      },
    })),
    parent: parent && {
      ...parent,
      description: budget.take('parent', parent.description),
      criteria: parent.criteria.map((criterion) => ({
        ...criterion,
        text: budget.whole('parent', criterion.text),
        evidence: criterion.evidence.map((entry) => evidenceIn(budget, 'parent', entry)),
      })),
    },
    siblings,
    questions: [...questions]
      .reverse()
      .map((question) => questionIn(budget, question))
      .reverse(),
    attempts: attemptsIn(events).map((attempt) => ({
      ...attempt,
      reason: budget.take('attempts', attempt.reason, REASON_BYTES),
    })),
    results: results.map((result) => resultIn(budget, result)),
    lease,
    mentions: mentions.map((mention) => ({
      ...mention,
      text: budget.whole('mentions', mention.text, REASON_BYTES),
    })),
    checkpoint: budget.take('checkpoint', checkpoint),
    comments: [...comments]
      .reverse()
      .map((comment) => ({ ...comment, body: budget.take('comments', comment.body) ?? '' }))
      .reverse(),
    project: project && purpose(project.id, project.title, budget.take('project', project.description)),
    goal: goal && purpose(goal.id, goal.title, budget.take('goal', goal.description)),
    initiative:
      initiative &&
      purpose(initiative.id, initiative.name, budget.take('initiative', initiative.description)),
    truncated: budget.cut(),
  };
}

const shortened = ({ taskNumber, title, status }: Task) => ({ taskNumber, title, status });

/** The parent, the siblings and the children of a task; most tasks have none and need no query. */
async function relativesOf(
  { tasks, subtasks, criteria, results }: Stores,
  { taskNumber, parent, children }: SeenTask,
): Promise<Pick<Briefing, 'parent' | 'siblings' | 'children'>> {
  const [above, aboveCriteria, besides, below] = await all(
    parent && tasks.byNumber(parent.taskNumber),
    parent ? criteria.of(parent.taskNumber) : [],
    parent ? subtasks.children(parent.taskNumber) : [],
    children.total > 0 ? subtasks.children(taskNumber) : [],
  );
  const shown = below.filter(({ archived }) => !archived);
  const last = await all(
    ...shown.map((child) => results.list(child.taskNumber, { limit: 1, after: undefined })),
  );
  return {
    parent: above && {
      taskNumber: above.taskNumber,
      title: above.title,
      description: above.description,
      criteria: aboveCriteria,
    },
    siblings: besides
      .filter((sibling) => sibling.taskNumber !== taskNumber && !sibling.archived)
      .slice(0, SIBLINGS_SHOWN)
      .map(shortened),
    children: shown.map((child, index) => ({ ...shortened(child), result: last[index]?.items[0] ?? null })),
  };
}

const purpose = (id: string, title: string, description: string | null): Purpose => ({
  id,
  title,
  description,
});

/** Takes the review first, because it says what is missing. */
function resultIn(budget: Budget, result: Result): Result {
  const { review } = result;
  const take = (text: string) => budget.whole('results', text);
  return {
    ...result,
    review: review && {
      ...review,
      comment: review.comment === null ? null : take(review.comment),
      criteria: review.criteria.map((each) => ({
        ...each,
        comment: each.comment === null ? null : take(each.comment),
      })),
    },
    summary: take(result.summary),
    evidence: result.evidence.map((entry) => evidenceIn(budget, 'results', entry)),
  };
}

const EVIDENCE_TEXTS = ['text', 'url', 'command', 'output'] as const;

function evidenceIn(budget: Budget, name: string, entry: Evidence): Evidence {
  const texts = EVIDENCE_TEXTS.flatMap((field) => {
    const text = entry[field];
    return text === undefined ? [] : [[field, budget.whole(name, text)] as const];
  });
  return { ...entry, ...Object.fromEntries(texts) };
}

function questionIn(budget: Budget, question: Question): Question {
  const take = (text: string) => budget.whole('questions', text);
  const { answer } = question;
  return {
    ...question,
    answer: answer && {
      ...answer,
      value: typeof answer.value === 'string' ? take(answer.value) : answer.value,
      comment: answer.comment === null ? null : take(answer.comment),
    },
    text: take(question.text),
    options: question.options.map((option) => ({
      ...option,
      text: take(option.text),
      consequence: option.consequence === null ? null : take(option.consequence),
    })),
  };
}

/** A byte budget for texts, spent in the order of the calls: the most recent and most relevant texts come first. */
function textBudget(bytes: number) {
  let left = bytes;
  const cut = new Set<string>();
  const limited = (name: string, text: string, atMost = left): string => {
    const fitted = fitting(text, Math.min(left, atMost));
    if (fitted.length < text.length) cut.add(name);
    left -= bytesOf(fitted);
    return fitted;
  };
  return {
    take: (name: string, text: string | null, atMost?: number): string | null =>
      text === null ? null : limited(name, text, atMost),
    /** Like `take`, for text that is not null. */
    whole: limited,
    cut: (): readonly string[] => [...cut],
  };
}

type Budget = ReturnType<typeof textBudget>;

/** The longest prefix of whole characters that fits. */
function fitting(text: string, budget: number): string {
  if (text.length * 3 <= budget || bytesOf(text) <= budget) return text;
  let beginning = '';
  let left = budget;
  for (const character of text) {
    left -= bytesOf(character);
    if (left < 0) break;
    beginning += character;
  }
  return beginning;
}

/** In UTF-8. */
function bytesOf(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) as number;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}
