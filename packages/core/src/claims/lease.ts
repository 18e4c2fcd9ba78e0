import type { Caller } from '../access/caller.ts';
import { randomDigits } from '../access/keys.ts';
import { systemCaller } from '../access/system.ts';
import { type Agent, type MemberRef, memberRef } from '../members/member.ts';
import type { SteadyPorts, Stores } from '../ports.ts';
import { all } from '../shared/all.ts';
import { lasting } from '../shared/lease.ts';
import { taskMover } from '../tasks/moving.ts';
import { taskViewer } from '../tasks/seen.ts';
import type { Task } from '../tasks/task.ts';
import { asAgent } from './acting-agent.ts';
import { type Briefing, briefingOf } from './briefing.ts';
import { type Claim, type ClaimEnd, delayAfter, ended, endOf, MAX_FAILURES } from './claim.ts';
import { claimRecorder } from './end-claim.ts';
import { raiseReady } from './ready.ts';

const TOKEN_DIGITS = 32;

/** How a task is given to an agent, and how it comes back (docs/rules.md, Claims). */
export function holding(ports: SteadyPorts) {
  const { clock, steadyClock, newId, secrets } = ports;
  const moveTask = taskMover(ports);
  const claimEvents = claimRecorder(ports);
  const { seen } = taskViewer(ports);

  /** Gives a task that may be claimed to the agent; `assigneeBefore` is whose it is again when it comes back. */
  const give = async (
    stores: Stores,
    caller: Caller,
    agent: Agent,
    task: Task,
    seconds: number,
    assigneeBefore = task.assignee?.id ?? null,
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
    const work = { attempts: claim.attempt, notBefore: null };
    const after =
      task.status === 'in_progress'
        ? await inPlace(stores, task, { ...task, work: { ...task.work, ...work } })
        : await moveTask(stores, asAgent(caller, agent), task, {
            to: 'in_progress',
            assignee: memberRef(agent),
            work,
          });
    await stores.claims.insert(claim);
    await claimEvents.begun(stores, asAgent(caller, agent), after, claim);
    await stores.subscriptions.add(task.taskNumber, agent.id);
    const [relations, criteria] = await all(
      stores.relations.of(task.taskNumber),
      stores.criteria.of(task.taskNumber),
    );
    const shown = { relations, criteria, ...seen({ ...after, claim }) };
    return briefingOf(stores, shown, lasting(lease, at.clock));
  };

  const inPlace = async (stores: Stores, before: Task, after: Task): Promise<Task> => {
    await stores.tasks.update(after, before);
    return after;
  };

  /** Whose the task is again without its claim; without one it stays whose it is. */
  const assigneeWithout = async (
    stores: Stores,
    task: Task,
    claim: Claim | null,
  ): Promise<MemberRef | null> => {
    if (claim === null) return task.assignee;
    const member = claim.assigneeBefore === null ? null : await stores.members.byId(claim.assigneeBefore);
    return member && !member.deleted ? memberRef(member) : null;
  };

  /** Gives a task back whose claim is over, or that was worked at without one. */
  const giveBack = async (
    stores: Stores,
    by: Caller,
    task: Task,
    claim: Claim | null,
    how: {
      readonly end: ClaimEnd;
      readonly failed: boolean;
      readonly note?: string | null | undefined;
      readonly notBefore?: number | null | undefined;
      /** Of a failed attempt: the result that tells of it. */
      readonly resultId?: string | undefined;
    },
  ): Promise<Task> => {
    const failures = how.failed ? task.work.failures + 1 : task.work.failures;
    const assignee = await assigneeWithout(stores, task, claim);
    if (how.failed && failures >= MAX_FAILURES) {
      return moveTask(stores, by, task, {
        to: 'waiting',
        reason: how.note ?? `${failures} attempts have failed, or ended without a result.`,
        end: how.end,
        assignee,
        work: { failures, notBefore: null },
        waitingFor: {
          kind: 'attention',
          who: null,
          what: `${failures} attempts have failed, or ended without a result. Look at what stands in the way, then move the task.`,
          resultId: how.resultId,
        },
      });
    }
    const notBefore = how.failed ? clock() + delayAfter(failures) : (how.notBefore ?? null);
    return moveTask(stores, by, task, {
      to: 'todo',
      reason: how.note,
      end: how.end,
      assignee,
      work: { failures, notBefore },
    });
  };

  /** Gives back what claims held whose lease ran out; returns how many. */
  const expire = async (stores: Stores, workspaceId: string): Promise<number> => {
    const over = await stores.claims.expired(steadyClock());
    for (const claim of over) {
      const task = await stores.tasks.byNumber(claim.taskNumber);
      if (task?.claim?.id !== claim.id) {
        if (task) await claimEvents.end(stores, systemCaller(workspaceId), task, claim, endOf(claim));
        else await stores.claims.update(ended(claim, endOf(claim), clock()));
        continue;
      }
      const end = endOf(claim);
      const failed = end === 'expired';
      const note = failed ? 'The lease ran out: no heartbeat came in time.' : undefined;
      await giveBack(stores, systemCaller(workspaceId), task, claim, { end, failed, note });
    }
    return over.length;
  };

  /** Lets tasks be claimed that rest no longer; returns how many. */
  const wake = async (stores: Stores, workspaceId: string): Promise<number> => {
    const rested = await stores.claims.wake(clock());
    for (const task of rested) raiseReady(stores, workspaceId, task, clock());
    return rested.length;
  };

  return { give, giveBack, expire, wake };
}

export type Holding = ReturnType<typeof holding>;
