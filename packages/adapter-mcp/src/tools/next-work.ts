import type { Briefing, Priority, Tandem } from '@tandem/client';
import { z } from 'zod';
import { briefingText, checkpointText } from '../showing/briefing.ts';
import { priority, task } from './arguments.ts';
import { ADDS, type Calling, RUNNERS, tool } from './tool.ts';

/** Protocol clients time out after a minute, some sooner. */
const WAIT = { default: 15, max: 25 } as const;

export const nextWork = tool({
  name: 'next_work',
  title: 'Take up the next task',
  description:
    'Take the best task that is ready for you, waiting for one some seconds, or the given task. It is yours under a lease; the answer is the briefing with the token that the other tools ask for.',
  hints: ADDS,
  needs: ['tasks:write'],
  kinds: RUNNERS,
  input: z.strictObject({
    wait: z.int().min(0).max(WAIT.max).optional().describe(`Seconds, up to ${WAIT.max}`),
    task: task.optional().describe('Take this one'),
    take_over: z.boolean().optional().describe('With task: even if you hold it, its token lost'),
    checkpoint_from: z
      .int()
      .min(0)
      .optional()
      .describe('Answer the checkpoint alone, after so many characters'),
    lease_seconds: z.int().optional().describe('30 to 3600, 300 unless given'),
    project: z.string().max(100).optional().describe('Project id'),
    labels: z.array(z.string()).optional(),
    priority: z.array(priority).optional(),
    agent: z.string().max(100).optional().describe('Agent id, for a key that hosts several'),
  }),
  run: async ({ tandem, signal }, args) => {
    const briefing = await taken(tandem, signal, args);
    if (!briefing) return NOTHING;
    return args.checkpoint_from === undefined
      ? briefingText(briefing)
      : checkpointText(briefing, args.checkpoint_from);
  },
});

interface Wanted {
  readonly wait?: number | undefined;
  readonly task?: number | undefined;
  readonly take_over?: boolean | undefined;
  readonly lease_seconds?: number | undefined;
  readonly project?: string | undefined;
  readonly labels?: string[] | undefined;
  readonly priority?: Priority[] | undefined;
  readonly agent?: string | undefined;
}

async function taken(
  tandem: Tandem,
  signal: Calling['signal'],
  { wait = WAIT.default, task, take_over, lease_seconds, project, labels, priority, agent }: Wanted,
): Promise<Briefing | null> {
  const lease = { agentId: agent, leaseSeconds: lease_seconds };
  if (task !== undefined) return tandem.claims.claim(task, { ...lease, takeOver: take_over }, { signal });
  return tandem.claims.next({ ...lease, wait, projectId: project, labels, priority }, { signal });
}

const NOTHING =
  'Nothing is ready for you now. Call next_work again later, or see by find_tasks what is there: blocked, waiting, and assigned to others.';
