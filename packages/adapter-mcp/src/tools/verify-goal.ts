import * as z from 'zod';
import { quoted } from '../showing/texts.ts';
import { id } from './arguments.ts';
import { ADDS, NOT_RUNS, tool } from './tool.ts';

export const verifyGoal = tool({
  name: 'verify_goal',
  title: 'Verify a goal',
  description: 'Record whether a goal is met, with evidence. get_context lists open goals.',
  hints: ADDS,
  needs: ['tasks:write'],
  kinds: NOT_RUNS,
  input: z.strictObject({
    goal: id.describe('Goal id'),
    passed: z.boolean(),
    evidence: z.string(),
    metric_current: z.number().optional(),
  }),
  run: async ({ tandem, signal }, { goal, passed, evidence, metric_current }) => {
    // Keys that can't read goals verify without a precondition; other errors recur with the verification.
    const known = await tandem.goals
      .get(goal, { signal })
      .withResponse()
      .catch(() => undefined);
    const after = await tandem.goals.verify(
      goal,
      { passed, evidence, metricCurrent: metric_current },
      { signal, ifMatch: known?.etag },
    );
    return `Verified: the goal ${quoted(after.title, 120)} is ${STANDS[after.status]}.`;
  },
});

const STANDS = {
  open: 'open: not met yet',
  verification_pending: 'verification_pending: a person has to confirm it',
  met: 'met',
  abandoned: 'abandoned',
} as const;
