import type { AttemptRecord } from '../attempts/attempt.ts';
import type { Claim } from '../claims/claim.ts';
import type { ClaimStore } from '../claims/store.ts';
import type { Stores } from '../ports.ts';
import type { Task } from '../tasks/task.ts';
import { NO_USAGE } from '../usage/measured.ts';
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
const NOTHING_NOTED = {
  resultId: null,
  failure: null,
  stop: null,
  waitedMs: 0,
  waitingSince: null,
  transcript: null,
};

export function claimStore(tables: Tables): ClaimStore {
  const { claims, attempts, checkpoints } = tables;
  return {
    insert: async (claim) => {
      const ordinal = claims.filter((row) => row.taskNumber === claim.taskNumber).length + 1;
      claims.put(claim.id, claim);
      attempts.put(claim.id, { ...NOTHING_NOTED, ordinal });
    },
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
  };
}

export function attemptStore(tables: Tables): Stores['attempts'] {
  const { claims, attempts, results, usageOfClaims } = tables;
  const recordOf = (claim: Claim): AttemptRecord => {
    const notes = attempts.get(claim.id) as Omit<AttemptRecord, 'claim' | 'artifact' | 'usage'>;
    const result = notes.resultId === null ? undefined : results.get(notes.resultId);
    const usage = usageOfClaims.get(claim.id) ?? NO_USAGE;
    return { ...notes, claim: named(tables, claim), artifact: result?.artifact ?? null, usage };
  };
  const change = (claimId: string, changed: Partial<AttemptRecord>) => {
    const notes = attempts.get(claimId);
    if (notes) attempts.put(claimId, { ...notes, ...changed });
  };
  const last = (taskNumber: number) => claims.filter((row) => row.taskNumber === taskNumber).at(-1);

  return {
    list: async (taskNumber, slice) => {
      const page = claims.page((row) => row.taskNumber === taskNumber, slice, 'newest');
      return { ...page, items: page.items.map(recordOf) };
    },
    byNumber: async (taskNumber, attempt) => {
      const found = claims.find(
        ({ id, ...row }) => row.taskNumber === taskNumber && attempts.get(id)?.ordinal === attempt,
      );
      return found ? recordOf(found) : null;
    },
    keepTranscript: async (claimId, transcript) =>
      change(claimId, {
        transcript: transcript && { ...transcript, bytes: tables.files.get(transcript.fileId)?.size ?? 0 },
      }),
    note: async (claimId, notes) =>
      change(claimId, Object.fromEntries(Object.entries(notes).filter(([, value]) => value != null))),
    beginWait: async (taskNumber, at) => {
      const claim = last(taskNumber);
      if (claim && attempts.get(claim.id)?.waitingSince === null) change(claim.id, { waitingSince: at });
    },
    endWait: async (taskNumber, at) => {
      const claim = last(taskNumber);
      const { waitedMs = 0, waitingSince = null } = (claim && attempts.get(claim.id)) ?? {};
      if (!claim || waitingSince === null) return;
      change(claim.id, { waitedMs: waitedMs + Math.max(0, at - waitingSince), waitingSince: null });
    },
  };
}
