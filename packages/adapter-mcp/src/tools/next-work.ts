import type { Briefing, Priority, Tandem } from '@tandem/client';
import * as z from 'zod';
import { briefingText, checkpointText } from '../showing/briefing.ts';
import { priority, task } from './arguments.ts';
import { ADDS, type Calling, RUNNERS, tool } from './tool.ts';

/** Protocol clients time out after a minute, some sooner. */
const WAIT = { default: 15, max: 25 } as const;

export const nextWork = tool({
  name: 'next_work',
  title: 'Claim the next task',
  description:
    'Claim the best ready task, or the given one. You hold it under a lease; the response is a briefing with the token that other tools need.',
  hints: ADDS,
  needs: ['tasks:write'],
  kinds: RUNNERS,
  input: z.strictObject({
    wait: z.int().min(0).max(WAIT.max).optional().describe(`Seconds, up to ${WAIT.max}`),
    task: task.optional().describe('Claim this task'),
    take_over: z.boolean().optional().describe('With task: claim it again if you have lost its token'),
    checkpoint_from: z.int().min(0).optional().describe('Return only the checkpoint, from this character'),
    lease_seconds: z.int().optional().describe('30 to 3600, default 300'),
    project: z.string().max(100).optional().describe('Project id'),
    labels: z.array(z.string()).optional(),
    priority: z.array(priority).optional(),
    agent: z.string().max(100).optional().describe('Agent id, for a runtime key'),
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
  "No task is ready for you now. Call next_work again later, or use find_tasks to see blocked, waiting and other members' tasks.";
