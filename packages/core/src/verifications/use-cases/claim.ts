import type { Caller } from '../../access/caller.ts';
import { CLAIM_SECONDS, checkSeconds } from '../../claims/claim.ts';
import { requireTask } from '../../lookup/tasks.ts';
import { requireVerification, requireVerifier } from '../../lookup/verifications.ts';
import { type Agent, memberRef } from '../../members/member.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import type { Lease } from '../../shared/lease.ts';
import { lasting } from '../../shared/lease.ts';
import type { Position } from '../../shared/page.ts';
import { invalid } from '../../shared/refusal.ts';
import { randomDigits } from '../../shared/secrets.ts';
import { bodyProblem, LIMITS } from '../../shared/text.ts';
import { verificationEnder } from '../../steps/end-verification.ts';
import { checkMayWork } from '../../steps/running.ts';
import { verificationSaver } from '../../steps/save-verification.ts';
import type { Waits } from '../../waits/waits.ts';
import { isIndependent, makersOf, notIndependent } from '../independence.ts';
import { checkState, claimed, released } from '../moves.ts';
import { type SeenVerification, seenVerification } from '../seen.ts';
import { verificationsTopic } from '../signals.ts';
import type { TaskVerification } from '../verification.ts';

const TOKEN_DIGITS = 32;
/** Maximum prefixes of repositories in a request. */
export const MAX_REPOSITORIES = 50;
/** Pending verifications looked at in one unit of work. */
const AT_ONCE = 20;

export interface VerificationQuery {
  /** In seconds. */
  readonly wait?: number | undefined;
  /** Beginnings of repository addresses, which end where a part of the address ends; by default all. */
  readonly repositories?: readonly string[] | undefined;
  readonly leaseSeconds?: number | undefined;
}

export interface VerificationClaim {
  readonly leaseSeconds?: number | undefined;
  /** Also takes a verification that this verifier already runs. */
  readonly takeOver?: boolean | undefined;
}

/** A verification that the caller now runs. The lease expires by the clock. */
export interface ClaimedVerification {
  readonly verification: SeenVerification;
  readonly lease: Lease;
}

interface Look {
  readonly taken: ClaimedVerification | null;
  readonly next: Position | null;
}

/** Hands verifications to verifiers (docs/rules.md, Verifications). */
export function verificationClaimer(ports: SteadyPorts, waits: Waits) {
  const { storage, clock, steadyClock, secrets } = ports;
  const save = verificationSaver(ports);
  const { expire } = verificationEnder(ports);

  const isFor = async (stores: Stores, caller: Caller, verifier: Agent, taskNumber: number) =>
    isIndependent(
      { verifierId: verifier.id, makers: makersOf(caller, verifier) },
      await stores.verifications.workersOf(taskNumber),
    );

  const take = async (
    stores: Stores,
    caller: Caller,
    { verifier, before, seconds }: { verifier: Agent; before: TaskVerification; seconds: number },
  ): Promise<ClaimedVerification> => {
    const now = { clock: clock(), steady: steadyClock() };
    const lease = { token: randomDigits(secrets, TOKEN_DIGITS), seconds };
    const by = { verifier: memberRef(verifier), makers: makersOf(caller, verifier) };
    const after = claimed(before, by, lease, now);
    const task = await requireTask(stores, before.taskNumber);
    await save(stores, caller, task, { before, after, action: 'verification_claimed' });
    return { verification: seenVerification(after), lease: lasting(lease, now.clock) };
  };

  const ready = async (stores: Stores, caller: Caller): Promise<Agent> => {
    const verifier = await requireVerifier(stores, caller);
    await checkMayWork(stores, verifier, clock());
    await expire(stores, caller.workspaceId);
    return verifier;
  };

  /** Looks at some pending verifications, in a unit of its own. */
  const lookOnce = (caller: Caller, query: VerificationQuery, after: Position | undefined): Promise<Look> =>
    storage.write(caller.workspaceId, async (stores) => {
      const verifier = await ready(stores, caller);
      const slice = { limit: AT_ONCE, after };
      const page = await stores.verifications.pending(
        (query.repositories ?? []).flatMap(beginningsOf),
        slice,
      );
      for (const each of page.items) {
        if (!(await isFor(stores, caller, verifier, each.taskNumber))) continue;
        const seconds = query.leaseSeconds ?? CLAIM_SECONDS.default;
        return { taken: await take(stores, caller, { verifier, before: each, seconds }), next: null };
      }
      return { taken: null, next: page.next };
    });

  const look = async (caller: Caller, query: VerificationQuery): Promise<Look> => {
    let found = await lookOnce(caller, query, undefined);
    while (found.taken === null && found.next !== null) found = await lookOnce(caller, query, found.next);
    return found;
  };

  return {
    /**
     * The oldest pending verification that the caller is independent of; exactly one verifier gets it. Waits up to
     * `wait` seconds for one, then returns null. If the client has disconnected by then, it is released.
     */
    next: async (
      caller: Caller,
      query: VerificationQuery,
      gone?: AbortSignal,
    ): Promise<ClaimedVerification | null> => {
      checkSeconds(query.leaseSeconds ?? CLAIM_SECONDS.default);
      checkRepositories(query.repositories ?? []);
      const { taken } = await waits.hold<Look>({
        caller,
        topics: [verificationsTopic(caller.workspaceId)],
        seconds: query.wait ?? 0,
        gone,
        look: () => look(caller, query),
        isOver: (found) => found.taken !== null,
      });
      if (!taken || !gone?.aborted) return taken;
      await storage.write(caller.workspaceId, async (stores) => {
        const before = await stores.verifications.byId(taken.verification.id);
        if (before?.state !== 'running' || before.lease?.token !== taken.lease.token) return;
        const task = await requireTask(stores, before.taskNumber);
        await save(stores, caller, task, {
          before,
          after: released(before),
          action: 'verification_released',
        });
      });
      return null;
    },

    /** Takes this verification. 403 NOT_INDEPENDENT, 409 VERIFICATION_STATE unless it is pending. */
    claim: (
      caller: Caller,
      id: string,
      { leaseSeconds: seconds = CLAIM_SECONDS.default, takeOver = false }: VerificationClaim,
    ): Promise<ClaimedVerification> =>
      storage.write(caller.workspaceId, async (stores) => {
        checkSeconds(seconds);
        const verifier = await ready(stores, caller);
        const before = await requireVerification(stores, id);
        const isOwn = before.verifier?.id === verifier.id;
        checkState(before, takeOver && isOwn ? 'takeOver' : 'claim');
        if (!(await isFor(stores, caller, verifier, before.taskNumber))) throw notIndependent();
        return take(stores, caller, { verifier, before, seconds });
      }),
  };
}

/** Those of a repository's address with a slash at its end: `a/app` is no beginning of `a/app-2`, but of `a/app.git`. */
const beginningsOf = (address: string): readonly string[] =>
  /[/:]$/.test(address) ? [address] : [`${address}/`, `${address}.git/`];

function checkRepositories(repositories: readonly string[]): void {
  if (repositories.length > MAX_REPOSITORIES)
    throw invalid({ repositories: `must be at most ${MAX_REPOSITORIES} beginnings of addresses` });
  const long = repositories.findIndex((each) => bodyProblem(each, LIMITS.repository) !== undefined);
  if (long >= 0)
    throw invalid({
      [`repositories.${long}`]: `must be the beginning of an address, of at most ${LIMITS.repository} characters`,
    });
}
