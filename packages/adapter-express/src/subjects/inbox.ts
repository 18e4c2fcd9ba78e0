import { ANSWER_REFUSALS, contract } from '@tandem/contract';
import { checkMayAnswer, Damaged, type InboxItem, invalid } from '@tandem/core';
import type * as z from 'zod';
import { list, ok, type Shown } from '../http/answer.ts';
import { bind } from '../http/binding.ts';
import { iso } from '../http/iso.ts';
import { presentQuestion } from '../http/present-question.ts';
import { presentResult } from '../http/present-result.ts';
import { problemOf } from '../http/problem.ts';
import { presentGoal } from './goals.ts';
import { presentCriterion } from './results.ts';
import { presentWaiting } from './tasks.ts';

const presentItem = ({
  kind,
  since,
  task,
  question,
  result,
  criteria,
  goal,
  agent,
  webhook,
  waitingFor,
}: InboxItem) => ({
  kind,
  since: iso(since),
  task,
  ...(question && { question: presentQuestion(question) }),
  ...(result && { result: presentResult(result) }),
  ...(criteria && { criteria: criteria.map(presentCriterion) }),
  ...(goal && { goal: presentGoal(goal) }),
  ...(agent && { agent }),
  ...(webhook && { webhook }),
  ...(waitingFor && { waitingFor: presentWaiting(waitingFor) }),
});

type Outcome = Shown<z.output<(typeof contract.inbox.answer.responses)[200]>['data'][number]>;
type AnswerError = NonNullable<Outcome['error']>;

const isOfAnswer = (code: string): code is AnswerError['code'] =>
  (ANSWER_REFUSALS as readonly string[]).includes(code);

/** The error of one answer in the usual shape. Rethrows errors of the whole request. */
function errorOf(refusal: unknown): AnswerError {
  const problem = problemOf(refusal);
  if (!problem || !isOfAnswer(problem.code)) throw refusal;
  const { code, message, fields, details } = problem;
  return { code, message, ...(fields && { fields }), ...details } as AnswerError;
}

function checkDistinct(answers: readonly { readonly questionId: string }[]): void {
  const ids = answers.map(({ questionId }) => questionId);
  const second = ids.findIndex((id, i) => ids.indexOf(id) < i);
  if (second >= 0)
    throw invalid({
      [`answers.${second}.questionId`]: 'is answered above; send one answer for each question',
    });
}

export const inbox = bind(contract.inbox, {
  list: async ({ tandem, caller, query }) => list(await tandem.inbox.list(caller, query), presentItem),
  answer: async ({ caller, body: { answers }, openParts }) => {
    checkMayAnswer(caller);
    checkDistinct(answers);
    const run = await openParts();
    const data: Outcome[] = [];
    let failure: unknown;
    for (const { questionId, ...answer } of answers) {
      try {
        if (failure !== undefined) throw failure;
        const question = await run(questionId, async ({ questions }) =>
          presentQuestion(await questions.answer(caller, questionId, answer)),
        );
        data.push({ questionId, question });
      } catch (error) {
        const refused = errorOf(error);
        // A storage that is down stays down for the rest: each would wait for it in vain.
        if (refused.code === 'UNAVAILABLE' && !(error instanceof Damaged)) failure = error;
        if (failure !== undefined && data.length === 0) throw failure;
        data.push({ questionId, error: refused });
      }
    }
    return ok({ data });
  },
});
