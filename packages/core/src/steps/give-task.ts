import type { Caller } from '../access/caller.ts';
import { issueRunKey } from '../access/issue.ts';
import type { Claim } from '../claims/claim.ts';
import { type Agent, memberRef } from '../members/member.ts';
import { MAX_BRIEFED_MENTIONS } from '../notifications/notification.ts';
import type { SteadyPorts, Stores } from '../ports.ts';
import { isConfirmed } from '../results/check.ts';
import { lasting } from '../shared/lease.ts';
import { randomDigits } from '../shared/secrets.ts';
import { taskViewer } from '../tasks/seen.ts';
import type { Task } from '../tasks/task.ts';
import { asAgent } from './acting-agent.ts';
import { type Briefing, briefingOf } from './briefing.ts';
import { claimRecorder } from './end-claim.ts';
import { taskMover } from './move-task.ts';
import { verificationRequester } from './request-verifications.ts';
import { taskSaver } from './save-task.ts';
import { takeMentions } from './take-mentions.ts';

const TOKEN_DIGITS = 32;

interface Grant {
  readonly agent: Agent;
  /** A claimable task. */
  readonly task: Task;
  readonly seconds: number;
  /** Whether the lease gets a key that reaches only this task; always, where agents must use one. */
  readonly runKey?: boolean | undefined;
  /** Restored when the task is given back; by default the current assignee. */
  readonly assigneeBefore?: string | null;
}

/** Grants a task to an agent: begins a claim with a lease, and returns the briefing. */
export function taskGiver(ports: SteadyPorts) {
  const { clock, steadyClock, newId, secrets } = ports;
  const moveTask = taskMover(ports);
  const save = taskSaver(ports);
  const claimEvents = claimRecorder(ports);
  const { seen } = taskViewer(ports);
  const requestVerifications = verificationRequester(ports);

  /** Stores the key of a run, and returns its secret. */
  const keepRunKey = async (
    { keys }: Pick<Stores, 'keys'>,
    caller: Caller,
    claim: Claim,
  ): Promise<string> => {
    const { key, secret } = issueRunKey(claim, caller, ports);
    await keys.insert(key);
    return secret;
  };

  return async (
    stores: Stores,
    caller: Caller,
    { agent, task, seconds, runKey = false, assigneeBefore = task.assignee?.id ?? null }: Grant,
  ): Promise<Briefing> => {
    const at = { clock: clock(), steady: steadyClock() };
    const lease = lasting({ token: randomDigits(secrets, TOKEN_DIGITS), seconds }, at.steady);
    const claim: Claim = {
      id: newId(),
      taskNumber: task.taskNumber,
      agent: memberRef(agent),
      lease,
      expiresAt: lasting(lease, at.clock).expiresAt,
      attempt: task.work.attempts + 1,
      claimedAt: at.clock,
      assigneeBefore,
      progress: null,
      commentsSeenAt: at.clock,
      until: null,
      ended: null,
    };
    const by = asAgent(caller, agent);
    const work = { attempts: claim.attempt, notBefore: null };
    const subscribe = [agent.id];
    const inPlace = { ...task, work: { ...task.work, ...work } };
    const after =
      task.status === 'in_progress'
        ? await save(stores, by, { before: task, after: inPlace, subscribe })
        : await moveTask(stores, by, task, {
            to: 'in_progress',
            assignee: memberRef(agent),
            work,
            subscribe,
          });
    await stores.claims.insert(claim);
    await claimEvents.begun(stores, by, after, claim);
    const secret =
      runKey || (await requiresRunKeys(stores)) ? await keepRunKey(stores, caller, claim) : undefined;
    const atMost = MAX_BRIEFED_MENTIONS;
    const mentions = await takeMentions(stores, agent, { atMost, now: claim.claimedAt });
    const shown = { ...lasting(lease, at.clock), ...(secret !== undefined && { runKey: secret }) };
    const briefing = await briefingOf(stores, seen({ ...after, claim }), { lease: shown, mentions });
    // The agent, or the member behind it, may have verified the task before.
    if (briefing.task.criteria.some(({ check }) => isConfirmed(check)))
      await requestVerifications(stores, by, after);
    return briefing;
  };
}

const requiresRunKeys = async ({ workspace }: Pick<Stores, 'workspace'>): Promise<boolean> =>
  (await workspace.get())?.agentKeys === 'runs';
