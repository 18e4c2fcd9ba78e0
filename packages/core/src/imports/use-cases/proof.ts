import type { Caller } from '../../access/caller.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import {
  ANSWER_FIELD,
  type Answer,
  answerValue,
  type Choice,
  type Question,
  type QuestionStatus,
  questionProblems,
} from '../../questions/question.ts';
import { type Artifact, artifactProblems } from '../../results/artifact.ts';
import { changedCheck, checkProblems } from '../../results/check.ts';
import { type Criterion, criteriaProblems } from '../../results/criteria.ts';
import {
  type Evidence,
  type EvidenceInput,
  evidenceOf,
  type Result,
  type Review,
  resultProblems,
  reviewProblems,
} from '../../results/result.ts';
import type { Position } from '../../shared/page.ts';
import { refusedAs } from '../../shared/refusal.ts';
import { LIMITS } from '../../shared/text.ts';
import { verificationRequester } from '../../steps/request-verifications.ts';
import { taskSaver } from '../../steps/save-task.ts';
import { syncInboxForQuestion } from '../../steps/update-inbox.ts';
import { mentionOf } from '../../tasks/mention.ts';
import { isOpen } from '../../tasks/status.ts';
import { taskEntity, type WaitingFor } from '../../tasks/task.ts';
import type { Import } from '../import.ts';
import type { RecordOf } from '../record.ts';
import { fitted } from '../words.ts';
import { resolveAuthor, resolveMemberId, resolveWho } from './people.ts';
import { importOnTask, isPlaceholder, resolveTask } from './tasks.ts';
import { type ImportUnit, idFor, idHere, PREVIEWED, partId, problemOf, skipped, type Taken } from './unit.ts';

/** The evidence with the ids that its files have here; a file that was not imported leaves its entry. */
async function evidenceHere(
  unit: ImportUnit,
  given: readonly EvidenceInput[] | null | undefined,
): Promise<readonly Evidence[]> {
  const found: Evidence[] = [];
  for (const entry of given ?? []) {
    const fileId = await idHere(unit, 'file', entry.fileId);
    if (entry.fileId && !fileId) unit.warn('A file of its evidence was not imported.');
    const here = evidenceOf({ ...entry, fileId });
    if (Object.keys(here).some((name) => name !== 'criterionId')) found.push(here);
  }
  return found;
}

/** Adds a criterion to the end of its task's. */
export const importCriterion = (unit: ImportUnit, record: RecordOf<'criterion'>) =>
  importOnTask(unit, record, async (task) => {
    const { stores } = unit;
    const criteria = await stores.criteria.allOf(task.taskNumber);
    const id = record.id || unit.newId();
    const problem = problemOf({
      ...criteriaProblems([{ id, text: record.text }]),
      ...checkProblems(record.check),
      ...resultProblems({ outcome: 'succeeded', summary: 'x', evidence: record.evidence }),
    });
    if (problem) return problem;
    if (criteria.some((each) => each.id === id)) return { id, created: false };
    if (criteria.length >= LIMITS.criteria) return `The task has ${LIMITS.criteria} criteria already.`;
    const status = record.status ?? 'open';
    const criterion: Criterion = {
      id,
      text: record.text,
      check: changedCheck(null, record.check ?? null, { proposes: record.check?.proposed ?? false }),
      status,
      evidence: await evidenceHere(unit, record.evidence),
      proven: record.proven ?? false,
      by: status === 'open' ? null : await resolveAuthor(unit, record.by),
      at: status === 'open' ? null : (record.at ?? unit.now),
    };
    await stores.criteria.replace(task.taskNumber, [...criteria, criterion]);
    const changes = [{ field: 'criteria', oldValue: null, newValue: criterion.text }];
    await unit.record({ entity: taskEntity(task), action: 'updated', changes });
    return { id };
  });

async function reviewOf(unit: ImportUnit, { review }: RecordOf<'result'>): Promise<Review | string | null> {
  if (!review) return null;
  const problem = problemOf(reviewProblems(review));
  if (problem) return problem;
  return {
    id: partId(unit, review.id),
    verdict: review.verdict,
    comment: review.comment ?? null,
    criteria: (review.criteria ?? []).map(({ id, status, comment }) => ({
      id,
      status,
      comment: comment ?? null,
    })),
    override: review.override ?? null,
    reviewer: await resolveAuthor(unit, review.reviewer),
    createdAt: review.createdAt ?? unit.now,
  };
}

/** Imports a result with its review. */
export const importResult = (unit: ImportUnit, record: RecordOf<'result'>) =>
  importOnTask(unit, record, async (task) => {
    const { stores } = unit;
    const { outcome, summary, artifact, failure, usage } = record;
    const problem = problemOf(resultProblems({ ...record, to: null }));
    if (problem) return problem;
    const review = await reviewOf(unit, record);
    if (typeof review === 'string') return review;
    const result: Result = {
      id: await idFor(unit, record),
      taskNumber: task.taskNumber,
      outcome,
      summary,
      evidence: await evidenceHere(unit, record.evidence),
      artifact: (artifact && problemOf(artifactProblems(artifact)) === null
        ? Object.fromEntries(Object.entries(artifact).filter(([, value]) => value != null))
        : null) as Artifact | null,
      failure: failure ?? null,
      usage: usage ?? null,
      author: await resolveAuthor(unit, record.author),
      behind: await resolveMemberId(unit, record, record.behind),
      returnTo: await resolveMemberId(unit, record, record.returnTo),
      attempt: Math.max(0, Math.trunc(record.attempt ?? 0)),
      part: record.part ?? 'beside',
      createdAt: record.createdAt ?? unit.now,
      review: null,
    };
    await stores.results.insert(result);
    const entity = taskEntity(task);
    const related = { resultId: result.id };
    const outcomes = [{ field: 'outcome', oldValue: null, newValue: outcome }];
    await unit.record({ entity, action: 'reported', changes: outcomes, related });
    if (review) {
      await stores.results.review({ ...result, review });
      const verdicts = [{ field: 'verdict', oldValue: null, newValue: review.verdict }];
      await unit.record({
        entity,
        action: 'reviewed',
        changes: verdicts,
        related: { ...related, reviewId: review.id },
      });
    }
    return { id: result.id };
  });

async function answerOf(
  unit: ImportUnit,
  question: Question,
  { answer, closedAt }: RecordOf<'question'>,
): Promise<Answer | string | null> {
  if (!answer) return null;
  const { by, at, ...given } = answer;
  let value: Choice = '';
  const reason = await refusedAs(async () => {
    value = answerValue(question, given);
  });
  if (reason !== null) return `Its answer can't be imported: ${reason}`;
  return {
    value,
    comment: answer.comment ?? null,
    by: by ? await resolveAuthor(unit, by) : null,
    at: at ?? closedAt ?? unit.now,
  };
}

/** An open question that is overdue would be answered or expire at once, and notify people. */
function dueAtOf(
  { now, warn }: ImportUnit,
  record: RecordOf<'question'>,
  status: QuestionStatus,
): number | null {
  const dueAt = record.dueAt ?? null;
  if (status !== 'open' || dueAt === null || dueAt > now) return dueAt;
  warn('It is overdue, so its deadline is left out.');
  return null;
}

/** Imports a question with its answer. */
export const importQuestion = (unit: ImportUnit, record: RecordOf<'question'>) =>
  importOnTask(unit, record, async (task) => {
    const { stores, now } = unit;
    const { kind, text } = record;
    const options = record.options ?? [];
    const problem = problemOf(
      questionProblems({ kind, text, options, default: record.default }, 'human', now),
    );
    if (problem) return problem;
    const answered = record.answer?.[ANSWER_FIELD[kind]];
    const status = record.status ?? (answered === undefined ? 'open' : 'answered');
    const to = record.to ? await resolveWho(unit, record.to) : null;
    const open: Question = {
      id: await idFor(unit, record),
      task: mentionOf(task),
      kind,
      text,
      options: options.map(({ id, text, consequence }) => ({ id, text, consequence: consequence ?? null })),
      default: record.default ?? null,
      dueAt: dueAtOf(unit, record, status),
      to: to && { id: to.id, name: to.name },
      asker: await resolveAuthor(unit, record.asker),
      blocking: record.blocking ?? false,
      returnTo: await resolveMemberId(unit, record, record.returnTo),
      status: 'open',
      answer: null,
      createdAt: record.createdAt ?? now,
      closedAt: null,
    };
    const answer = status === 'answered' ? await answerOf(unit, open, record) : null;
    if (typeof answer === 'string') return answer;
    const question: Question =
      status === 'open' ? open : { ...open, status, answer, closedAt: record.closedAt ?? now };
    await stores.questions.insert(question);
    await syncInboxForQuestion(stores, question);
    const entity = taskEntity(task);
    const related = { questionId: question.id };
    const asked = [{ field: 'question', oldValue: null, newValue: text }];
    await unit.record({ entity, action: 'asked', changes: asked, related });
    if (status !== 'open') await unit.record({ entity, action: status, related });
    return { id: question.id };
  });

/** Imports what a waiting task waits for, in the place of what its own record says. */
export function waitImporter(ports: SteadyPorts) {
  const save = taskSaver(ports);

  return async (unit: ImportUnit, record: RecordOf<'wait'>): Promise<Taken> => {
    const { stores, by, now, warn } = unit;
    const task = await resolveTask(unit, record.taskNumber);
    if (unit.preview && (!task || isPlaceholder(task))) return PREVIEWED;
    if (!task) return skipped(unit, 'Its task is not in the source, or was deleted here.');
    const taken = { id: task.id, taskNumber: task.taskNumber, kept: [] };
    if (!isPlaceholder(task)) return { ...taken, outcome: 'unchanged' };
    const who = record.who ? await resolveWho(unit, record.who) : null;
    const resultId = await idHere(unit, 'result', record.resultId);
    const questionId = await idHere(unit, 'question', record.questionId);
    const waitingFor: WaitingFor = {
      kind: record.kind,
      who: who && { id: who.id, name: who.name },
      what: fitted(record.what, LIMITS.question, 'text', warn),
      since: record.since ?? now,
      ...(resultId && { resultId }),
      ...(questionId && { questionId }),
    };
    await save(stores, by, { before: task, after: { ...task, waitingFor }, quiet: true });
    return { ...taken, outcome: 'created' };
  };
}

/** Items of an import looked at in one unit of work. */
const ITEMS_AT_ONCE = 100;

/** Requests the verifications of open tasks with imported criteria and results, some at a time. Repeatable. */
export function importedVerificationRequester(ports: SteadyPorts) {
  const request = verificationRequester(ports);

  return async (stores: Stores, by: Caller, { id, counts }: Import, after: Position | undefined) => {
    if (!counts.criterion && !counts.result) return null;
    const { items, next } = await stores.imports.itemsCreatedIn(id, { limit: ITEMS_AT_ONCE, after });
    const parts = items.filter(({ type }) => type === 'criterion' || type === 'result');
    for (const number of new Set(parts.flatMap(({ taskNumber }) => taskNumber ?? []))) {
      const task = await stores.tasks.byNumber(number);
      if (task && isOpen(task.status)) await request(stores, by, task, { importId: id });
    }
    return next;
  };
}
