import { failureInput } from '../../claims/failure.ts';
import { type InputsOf, page, task } from '../../inputs.ts';
import { list, maybe, number, object, oneOf, record, text } from '../../shared/check.ts';
import { artifactInput } from '../artifact.ts';
import { OUTCOMES, RESULT_MOVES, VERDICTS } from '../result.ts';
import type { resultUseCases } from './results.ts';

const evidence = object({
  criterionId: maybe(text),
  text: maybe(text),
  url: maybe(text),
  fileId: maybe(text),
  command: maybe(text),
  output: maybe(text),
  exitCode: maybe(number),
});

export const resultInputs: InputsOf<typeof resultUseCases> = {
  post: [
    task,
    object({
      token: maybe(text),
      outcome: oneOf(OUTCOMES),
      summary: text,
      evidence: maybe(list(evidence)),
      artifact: artifactInput,
      failure: failureInput,
      usage: maybe(record(number)),
      to: maybe(oneOf(RESULT_MOVES)),
    }),
  ],
  list: [task, object(page)],
  review: [
    task,
    object({
      resultId: maybe(text),
      verdict: oneOf(VERDICTS),
      comment: maybe(text),
      override: maybe(text),
      criteria: maybe(list(object({ id: text, status: oneOf(VERDICTS), comment: maybe(text) }))),
    }),
  ],
};
