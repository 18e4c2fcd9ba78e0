import type { Caller } from '../../access/caller.ts';
import { CLAIM_SECONDS, checkSeconds } from '../../claims/claim.ts';
import { requireTask } from '../../lookup/tasks.ts';
import { requireVerification, requireVerifier } from '../../lookup/verifications.ts';
import { type Agent, memberRef } from '../../members/member.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import type { Lease } from '../../shared/lease.ts';
import { lasting } from '../../shared/lease.ts';
import { invalid } from '../../shared/refusal.ts';
import { randomDigits } from '../../shared/secrets.ts';
import { bodyProblem, LIMITS } from '../../shared/text.ts';
import { verificationEnder } from '../../steps/end-verification.ts';
import { checkMayWork } from '../../steps/running.ts';
import { verificationSaver } from '../../steps/save-verification.ts';
import type { Waits } from '../../waits/waits.ts';
import { isIndependent, makersOf, notIndependent, type Verifying } from '../independence.ts';
import { checkState, claimed, released } from '../moves.ts';
import { type SeenVerification, seenVerification } from '../seen.ts';
import { mayClaim, type PendingVerification, verificationsTopic } from '../signals.ts';
import type { TaskVerification } from '../verification.ts';

const TOKEN_DIGITS = 32;
/** Maximum prefixes of repositories in a request. */
export const MAX_REPOSITORIES = 50;

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
  /** True if no other verifier needs to look for the verification of the signal. */
  readonly settled: boolean;
}

/** Hands verifications to verifiers (docs/rules.md, Verifications). */
export function verificationClaimer(ports: SteadyPorts, waits: Waits) {
  const { storage, clock, steadyClock, secrets } = ports;
  const save = verificationSaver(ports);
  const { expire } = verificationEnder(ports);

  const verifyingAs = (caller: Caller, verifier: Agent): Verifying => ({
    verifierId: verifier.id,
    makers: makersOf(caller, verifier),
  });

  /** The verifier that a waiting request claims for. */
  const resolve = (caller: Caller) =>
    storage.read(caller.workspaceId, async (stores) =>
      verifyingAs(caller, await requireVerifier(stores, caller)),
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

  /** Takes the oldest that the verifier may claim, in a unit of its own. */
  const look = (
    caller: Caller,
    { leaseSeconds: seconds = CLAIM_SECONDS.default }: VerificationQuery,
    prefixes: readonly string[],
    about: PendingVerification | undefined,
  ): Promise<Look> =>
    storage.write(caller.workspaceId, async (stores) => {
      const verifier = await ready(stores, caller);
      const wanted = { prefixes, verifying: verifyingAs(caller, verifier) };
      const [before] = (await stores.verifications.pending(wanted, { limit: 1, after: undefined })).items;
      const taken = before ? await take(stores, caller, { verifier, before, seconds }) : null;
      const isLeft =
        about === undefined
          ? taken === null
          : (await stores.verifications.byId(about.id))?.state === 'pending';
      return { taken, settled: !isLeft };
    });

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
      const { wait = 0 } = query;
      const prefixes = (query.repositories ?? []).flatMap(beginningsOf);
      const verifying = wait > 0 ? await resolve(caller) : null;
      const { taken } = await waits.hold<Look>({
        caller,
        topics: [verificationsTopic(caller.workspaceId)],
        seconds: wait,
        gone,
        concerns: (about) => verifying !== null && mayClaim(verifying, prefixes, about),
        look: (about) => look(caller, query, prefixes, about as PendingVerification | undefined),
        isOver: (found) => found.taken !== null,
        settles: ({ settled }) => settled,
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
        const workers = await stores.verifications.workersOf(before.taskNumber);
        if (!isIndependent(verifyingAs(caller, verifier), workers)) throw notIndependent();
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
