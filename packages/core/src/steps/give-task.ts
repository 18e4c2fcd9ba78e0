import type { Caller } from '../access/caller.ts';
import { systemCaller } from '../access/system.ts';
import { type Claim, type ClaimEnd, delayAfter, ended, endOf, MAX_FAILURES } from '../claims/claim.ts';
import { type Agent, type MemberRef, memberRef } from '../members/member.ts';
import type { SteadyPorts, Stores } from '../ports.ts';
import { all } from '../shared/all.ts';
import { lasting } from '../shared/lease.ts';
import { randomDigits } from '../shared/secrets.ts';
import { taskViewer } from '../tasks/seen.ts';
import type { Task } from '../tasks/task.ts';
import { asAgent } from './acting-agent.ts';
import { type Briefing, briefingOf } from './briefing.ts';
import { claimRecorder } from './end-claim.ts';
import { taskMover } from './move-task.ts';
import { taskSaver } from './save-task.ts';

const TOKEN_DIGITS = 32;

/** Grants tasks to agents and takes them back (docs/rules.md, Claims). */
export function leaseManager(ports: SteadyPorts) {
  const { clock, steadyClock, newId, secrets } = ports;
  const moveTask = taskMover(ports);
  const save = taskSaver(ports);
  const claimEvents = claimRecorder(ports);
  const { seen } = taskViewer(ports);

  /** Grants a claimable task to the agent. `assigneeBefore` is restored when the task is given back. */
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
    const by = asAgent(caller, agent);
    const work = { attempts: claim.attempt, notBefore: null };
    const subscribe = [agent.id];
    const after =
      task.status === 'in_progress'
        ? await save(stores, by, {
            before: task,
            after: { ...task, work: { ...task.work, ...work } },
            subscribe,
          })
        : await moveTask(stores, by, task, {
            to: 'in_progress',
            assignee: memberRef(agent),
            work,
            subscribe,
          });
    await stores.claims.insert(claim);
    await claimEvents.begun(stores, by, after, claim);
    const [relations, criteria] = await all(
      stores.relations.of(task.taskNumber),
      stores.criteria.of(task.taskNumber),
    );
    const shown = { relations, criteria, ...seen({ ...after, claim }) };
    return briefingOf(stores, shown, lasting(lease, at.clock));
  };

  /** The assignee of the task after its claim ends; unchanged without a claim. */
  const assigneeWithout = async (
    stores: Stores,
    task: Task,
    claim: Claim | null,
  ): Promise<MemberRef | null> => {
    if (claim === null) return task.assignee;
    const member = claim.assigneeBefore === null ? null : await stores.members.byId(claim.assigneeBefore);
    return member && !member.deleted ? memberRef(member) : null;
  };

  /** Gives back a task whose claim is over, or that was worked on without one. */
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
      /** For a failed attempt: the result that reports it. */
      readonly resultId?: string | undefined;
    },
  ): Promise<Task> => {
    const failures = how.failed ? task.work.failures + 1 : task.work.failures;
    const assignee = await assigneeWithout(stores, task, claim);
    if (how.failed && failures >= MAX_FAILURES) {
      return moveTask(stores, by, task, {
        to: 'waiting',
        reason: how.note ?? `${failures} attempts failed or ended without a result.`,
        end: how.end,
        assignee,
        work: { failures, notBefore: null },
        waitingFor: {
          kind: 'attention',
          who: null,
          what: `${failures} attempts failed or ended without a result. Find out what blocks the task, then move it.`,
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

  /** Gives back tasks whose leases expired; returns the number of claims ended. */
  const expire = async (stores: Stores, workspaceId: string): Promise<number> => {
    const system = systemCaller(workspaceId);
    const over = await stores.claims.expired(steadyClock());
    for (const claim of over) {
      const task = await stores.tasks.byNumber(claim.taskNumber);
      if (task?.claim?.id !== claim.id) {
        if (task) await claimEvents.end(stores, system, { task, claim, reason: endOf(claim) });
        else await stores.claims.update(ended(claim, endOf(claim), clock()));
        continue;
      }
      const end = endOf(claim);
      const failed = end === 'expired';
      const note = failed ? 'The lease expired: no heartbeat arrived in time.' : undefined;
      await giveBack(stores, system, task, claim, { end, failed, note });
    }
    return over.length;
  };

  /** Makes tasks claimable whose `notBefore` has passed; returns their number. */
  const wake = async (stores: Stores, workspaceId: string): Promise<number> => {
    const rested = await stores.claims.wake(clock());
    for (const task of rested)
      await save(stores, systemCaller(workspaceId), { before: task, after: task, freed: true });
    return rested.length;
  };

  return { give, giveBack, expire, wake };
}

export type LeaseManager = ReturnType<typeof leaseManager>;
