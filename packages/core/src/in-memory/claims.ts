import type { Claim } from '../claims/claim.ts';
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

const AT_ONCE = 100;

export function claimStore(tables: Tables): ClaimStore {
  const { claims, checkpoints } = tables;
  return {
    insert: async (claim) => claims.put(claim.id, claim),
    update: async (claim) => claims.put(claim.id, claim),
    byToken: async (token) => {
      const claim = claims.find(({ lease }) => lease.token === token);
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
