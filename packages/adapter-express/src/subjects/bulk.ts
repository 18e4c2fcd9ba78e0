import {
  BULK_OPERATIONS,
  contract,
  type Operation,
  unknownFields,
  unknownProblems,
  validate,
} from '@tandem/contract';
import {
  type BulkOperation,
  type BulkResult,
  type BulkStep,
  bulkResults,
  invalid,
  type SeenTask,
} from '@tandem/core';
import { ok } from '../http/answer.ts';
import { bind, type Call, type Handler } from '../http/binding.ts';
import { noteIgnored } from '../http/ignored.ts';
import { honors } from '../http/prefer.ts';
import { errorOf } from '../http/problem.ts';
import { presentTask } from './tasks.ts';

type Bulk = typeof contract.tasks.bulk;

const NAMES = Object.keys(BULK_OPERATIONS);

const presentTaskInBulk = (task: SeenTask) => {
  const { description, ...rest } = presentTask(task);
  return rest;
};
type TaskInBulk = ReturnType<typeof presentTaskInBulk>;

const presentResult = (result: BulkResult<TaskInBulk>) =>
  result.ok
    ? { index: result.index, ok: true, task: result.task }
    : { index: result.index, ok: false, error: errorOf(result.refusal) };

/** The operations, with a refusal in place of each malformed one: that of the single operation. */
function stepsOf({ sent, req, res }: Call<Bulk>): readonly BulkStep[] {
  const isStrict = honors(req, res, 'handling=strict');
  const ignored: string[] = [];
  const { operations } = sent as { readonly operations: readonly unknown[] };
  const steps = operations.map((given, index): BulkStep => {
    const op = (given as { op?: unknown } | null)?.op;
    if (typeof op !== 'string' || !NAMES.includes(op))
      return invalid({ op: op === undefined ? 'is required' : `must be one of ${NAMES.join(', ')}` });
    const schema = BULK_OPERATIONS[op as keyof typeof BULK_OPERATIONS] as Operation['params'];
    const unknown = unknownFields(schema, given);
    if (isStrict && unknown.length > 0) return invalid(unknownProblems(unknown));
    ignored.push(...unknown.map(({ path }) => `operations.${index}.${path}`));
    const result = validate(schema, given);
    return 'problems' in result ? invalid(result.problems) : (result.data as unknown as BulkOperation);
  });
  if (ignored.length > 0) noteIgnored(res, ignored);
  return steps;
}

/** Each operation is a part of the request, with its own unit and progress; an atomic change is a single part. */
const carryOut: Handler<Bulk> = async (call) => {
  const { caller, body, openParts } = call;
  const operations = stepsOf(call);
  const run = await openParts();
  const results = body.atomic
    ? await run('atomic', async ({ tasks }) =>
        (await tasks.bulk(caller, { atomic: true, operations })).map((result) =>
          presentResult(result.ok ? { ...result, task: presentTaskInBulk(result.task) } : result),
        ),
      )
    : (
        await bulkResults(operations, (operation, index) =>
          run(String(index), async ({ tasks }) => presentTaskInBulk(await tasks.apply(caller, operation))),
        )
      ).map(presentResult);
  return ok({ results });
};

export const bulk = bind({ bulk: contract.tasks.bulk }, { bulk: carryOut });
