import { OUTCOMES, type Result, TandemError } from '@tandem/client';
import * as z from 'zod';
import { rowOf } from '../showing/task.ts';
import { task, token, usage } from './arguments.ts';
import { ENDS, tool } from './tool.ts';

const evidence = z.strictObject({
  criterion: z.string().optional().describe('Its id'),
  text: z.string().optional(),
  url: z.string().optional(),
  command: z.string().optional(),
  output: z.string().optional(),
  exit_code: z.int().optional(),
});

const artifact = z.object({
  repository: z.string(),
  commit: z.string(),
  branch: z.string().optional(),
  base: z.string().optional(),
});

export const submitWork = tool({
  name: 'submit_work',
  title: 'Submit the result',
  description:
    'Submit the result of a task, with evidence for its criteria. A person reviews it; after a failure the task is ready again. Ends your claim.',
  hints: ENDS,
  needs: ['tasks:write'],
  input: z.strictObject({
    task,
    token: token.optional(),
    outcome: z.enum(OUTCOMES),
    summary: z.string().describe('Work and findings'),
    evidence: z.array(evidence).optional(),
    artifact: artifact.optional().describe('For checks'),
    usage: usage.optional(),
    to: z
      .enum(['waiting', 'done', 'none'])
      .optional()
      .describe('done: where agents may complete tasks; none: interim, keeps the task'),
  }),
  run: async ({ tandem, signal }, { task, token, outcome, summary, evidence, artifact, usage, to }) => {
    const body = {
      token,
      outcome,
      summary,
      evidence: evidence?.map(({ criterion, exit_code, ...rest }) => ({
        ...rest,
        criterionId: criterion,
        exitCode: exit_code,
      })),
      artifact: artifact && { kind: 'git' as const, ...artifact },
      usage,
      to,
    };
    let result: Result;
    try {
      result = await tandem.results.post(task, body, { signal });
    } catch (error) {
      const before = isFinished(error)
        ? await afterwards(() => tandem.results.list(task, { limit: RESULTS_LOOKED_AT }, { signal }))
        : null;
      const same = before?.data.find((each) => each.outcome === outcome && each.summary === summary);
      if (!same) throw error;
      return `Result ${same.outcome} was already submitted; nothing was added.\nCall next_work for the next task.`;
    }
    const after = await afterwards(() => tandem.tasks.get(task, { signal }));
    return [
      `Submitted a ${result.outcome} result.${after ? ` Now: ${rowOf(after)}` : ''}`,
      ...(after ? missing(after.criteria) : []),
      to === 'none'
        ? 'You still hold the task: continue, and call heartbeat.'
        : 'Call next_work for the next task.',
    ].join('\n');
  },
});

/** Recent results searched for one that is submitted again. */
const RESULTS_LOOKED_AT = 5;

/** Whether this token's claim ended with a result, which the agent may be submitting again. */
const isFinished = (error: unknown): boolean =>
  error instanceof TandemError && error.code === 'LEASE_LOST' && error.details.reason === 'finished';

/** Reads additional information; null if the key may not read it, or reading fails. */
const afterwards = <T>(read: () => PromiseLike<T>): Promise<T | null> =>
  Promise.resolve(read()).catch(() => null);

/** The criteria without evidence. */
function missing(criteria: readonly { readonly id: string; readonly status: string }[]): string[] {
  const open = criteria.filter(({ status }) => status === 'open' || status === 'returned');
  return open.length === 0 ? [] : [`${open.length} of ${criteria.length} criteria have no evidence yet.`];
}
