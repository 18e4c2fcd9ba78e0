import type { Claim } from '../claims/claim.ts';
import { isReady, readyTask, wants } from '../claims/ready.ts';
import { readyOrder } from '../claims/ready-order.ts';
import type { ClaimStore } from '../claims/store.ts';
import type { Task } from '../tasks/task.ts';
import { nameOf } from './members.ts';
import type { Tables } from './tables.ts';

/** The claim of the task that has not been ended. */
export function claimOn(tables: Tables, { taskNumber }: Task): Claim | null {
  const claim = tables.claims.find((row) => row.taskNumber === taskNumber && row.ended === null);
  return claim ? named(tables, claim) : null;
}

const named = (tables: Tables, claim: Claim): Claim => ({
  ...claim,
  agent: { id: claim.agent.id, name: nameOf(tables, claim.agent.id) },
});

export const restsNoLonger = ({ status, work }: Task, now: number): boolean =>
  status === 'todo' && work.notBefore !== null && work.notBefore <= now;

const AT_ONCE = 100;

export function claimStore(tables: Tables, view: (task: Task) => Task): ClaimStore {
  const { claims, tasks, relations, declines, checkpoints } = tables;
  return {
    insert: async (claim) => claims.put(claim.id, claim),
    update: async (claim) => claims.put(claim.id, claim),
    byToken: async (taskNumber, token) => {
      const claim = claims.find((row) => row.taskNumber === taskNumber && row.lease.token === token);
      return claim ? named(tables, claim) : null;
    },
    lastOf: async (taskNumber) => {
      const claim = claims.filter((row) => row.taskNumber === taskNumber).at(-1);
      return claim ? named(tables, claim) : null;
    },
    ofAgent: async (agentId) =>
      claims
        .filter((row) => row.agent.id === agentId && row.ended === null)
        .map((claim) => named(tables, claim)),
    expired: async (steadyNow) =>
      claims
        .filter((row) => row.ended === null && row.lease.expiresAt <= steadyNow)
        .sort((a, b) => a.lease.expiresAt - b.lease.expiresAt)
        .slice(0, AT_ONCE)
        .map((claim) => named(tables, claim)),
    countSince: async (taskNumber, since) =>
      claims.filter((row) => row.taskNumber === taskNumber && row.claimedAt >= since).length,
    checkpoint: async (taskNumber) => checkpoints.get(taskNumber)?.text ?? null,
    leaveCheckpoint: async (taskNumber, text) =>
      text === null ? checkpoints.delete(taskNumber) : checkpoints.put(taskNumber, { text }),
    nextReady: async (agentId, filter) => {
      const [task] = tasks
        .filter((row) => row.work.notBefore === null && !declines.get(row.taskNumber)?.includes(agentId))
        .map(view)
        .filter((row) => isReady(row, 0) && wants(agentId, filter, readyTask(row)))
        .sort(readyOrder(agentId));
      return { task: task ?? null, after: null };
    },
    wake: async (now) => {
      const rested = tasks.filter((row) => restsNoLonger(row, now)).slice(0, AT_ONCE);
      return rested.map((row) => {
        const awake = { ...row, work: { ...row.work, notBefore: null } };
        tasks.put(row.taskNumber, awake);
        return view(awake);
      });
    },
    freedBy: async (taskNumber) =>
      relations
        .filter(({ kind, from }) => kind === 'blocks' && from === taskNumber)
        .map(({ to }) => view(tasks.get(to) as Task))
        .filter((task) => task.status === 'todo' && !task.archived)
        .filter((task) => blockersOf(tables, task) === 1)
        .map((task) => ({ ...task, blocked: false })),
    decline: async (taskNumber, agentId) => {
      const before = declines.get(taskNumber) ?? [];
      if (!before.includes(agentId)) declines.put(taskNumber, [...before, agentId]);
    },
    forgive: async (taskNumber) => declines.delete(taskNumber),
    forget: async (before, atMost) => {
      const all = claims.filter(() => true);
      const lastOf = new Map(all.map(({ taskNumber, id }) => [taskNumber, id]));
      const old = all
        .filter(({ ended, taskNumber, id }) => ended && ended.at < before && lastOf.get(taskNumber) !== id)
        .slice(0, atMost);
      for (const { id } of old) {
        claims.delete(id);
        tables.usageOfClaims.delete(id);
      }
      return old.length;
    },
  };
}

const blockersOf = ({ relations, tasks }: Tables, { taskNumber }: Task): number =>
  relations.filter(
    ({ kind, from, to }) =>
      kind === 'blocks' &&
      to === taskNumber &&
      !['done', 'canceled'].includes(tasks.get(from)?.status ?? 'done'),
  ).length;
