import type { Caller } from '../../access/caller.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { Subjects } from '../../subjects.ts';
import type { Wait, Waits } from '../../waits/waits.ts';
import { cutLongTexts, joinLongTexts, type LongText } from '../long-texts.ts';
import { TEXT_USE_MS } from '../store.ts';
import { inOneUnit, type Met, type OneUnit } from './unit.ts';

/** Responses deleted per unit of work; some are long. */
const FORGET_STEP = 100;

/** A request to execute at most once. */
export interface Keyed {
  /** The idempotency key. */
  readonly key: string;
  /** The operation and the parameters of its path; the same key can be used for different ones. */
  readonly request: string;
  /** The rest of the request. */
  readonly payload: string;
  /**
   * For a response that is shown only once: a sentence of advice. Such a response is not stored, and a repeated
   * request is refused with it.
   */
  readonly secretOnce?: string | undefined;
}

/** The response to a request. */
export interface Answered {
  readonly status: number;
  /** As JSON; null for an empty response. */
  readonly body: string | null;
}

/** The outcome of one unit of work. */
type Attempt<T extends Answered> =
  | { readonly replay: Answered }
  | { readonly refusal: Refusal; readonly committed: OneUnit['committed'] }
  | { readonly answer: T; readonly met: Met | null; readonly committed: OneUnit['committed'] };

/** Idempotency of requests (docs/rules.md, Idempotency). */
export function requestUseCases(ports: SteadyPorts, waits: Waits) {
  const { storage, clock, secrets } = ports;

  /** Stores the long texts of a response; returns the rest. */
  const keepTexts = async (
    { answers }: Stores,
    answerBody: string | null,
    payload: string,
    usedAt: number,
  ): Promise<{ readonly body: string | null; readonly longTexts: readonly LongText[] | null }> => {
    if (answerBody === null) return { body: null, longTexts: null };
    const { body, longTexts, texts } = cutLongTexts(answerBody, payload, secrets.sha256);
    for (const [hash, text] of texts) await answers.keepText(hash, text, usedAt);
    return { body, longTexts };
  };

  const attempt = <T extends Answered>(
    caller: Caller,
    keyed: (Keyed & { readonly payloadHash: string }) | null,
    work: (subjects: Subjects) => Promise<T>,
    about: unknown,
  ): Promise<Attempt<T>> =>
    storage.write(caller.workspaceId, async (stores) => {
      const replay = keyed && (await recalled(stores, caller, keyed));
      if (replay) return { replay };
      const unit = inOneUnit(ports, waits, { workspaceId: caller.workspaceId, stores, about });
      try {
        const answer = await work(unit.subjects);
        const met = unit.met();
        if (keyed && !isInVain(answer, met)) {
          const { key, request, payloadHash, secretOnce } = keyed;
          const createdAt = clock();
          const storable = secretOnce === undefined ? answer.body : null;
          const { body, longTexts } = await keepTexts(stores, storable, keyed.payload, createdAt);
          await stores.answers.keep({
            callerId: ownerOf(caller),
            key,
            request,
            payloadHash,
            status: answer.status,
            body,
            longTexts,
            createdAt,
          });
        }
        return { answer, met, committed: unit.committed };
      } catch (error) {
        // Refused outside its unit, as an existing relation is: the changes of the unit are kept.
        if (error instanceof Refusal && !unit.isRefused())
          return { refusal: error, committed: unit.committed };
        throw error;
      }
    });

  return {
    /**
     * Executes a request in one unit of work. `work` gets the use cases of the unit, awaits nothing else, and may run
     * again. A repeated key with the same payload replays the stored response without running it. 409 if the payload
     * differs or the response was shown only once. A refused request leaves its key unused. A request that waits is
     * held outside the unit.
     */
    once: async <T extends Answered>(
      caller: Caller,
      keyed: Keyed | null,
      work: (subjects: Subjects) => Promise<T>,
    ): Promise<{ readonly answer: T } | { readonly replay: Answered }> => {
      const asked = keyed && { ...keyed, payloadHash: secrets.sha256(keyed.payload) };
      const look = (about?: unknown) => attempt(caller, asked, work, about);
      const first = await look();
      const waited = 'met' in first && first.met !== null ? first.met.wait : null;
      const last = waited && waited.seconds > 0 && !isOver(first) ? await held(waited, look) : first;
      if ('committed' in last) await last.committed();
      if ('refusal' in last) throw last.refusal;
      return last;
    },

    /** Deletes responses older than `olderThanMs`, in batches; returns how many. */
    forget: async (olderThanMs: number): Promise<number> => {
      let forgotten = 0;
      for (const { id } of await storage.directory.workspaces()) {
        for (let step = FORGET_STEP; step === FORGET_STEP; forgotten += step) {
          step = await storage.write(id, ({ answers }) => answers.forget(clock() - olderThanMs, FORGET_STEP));
        }
        // Only texts that no remaining response can refer to.
        const unused = () => clock() - olderThanMs - TEXT_USE_MS;
        for (let step = FORGET_STEP; step === FORGET_STEP; ) {
          step = await storage.write(id, ({ answers }) => answers.forgetTexts(unused(), FORGET_STEP));
        }
      }
      return forgotten;
    },
  };

  /** Waits outside the unit; each look is a unit of its own. */
  function held<T extends Answered>(
    { caller, topics, seconds, gone, concerns }: Wait<unknown>,
    look: (about?: unknown) => Promise<Attempt<T>>,
  ): Promise<Attempt<T>> {
    return waits.hold<Attempt<T>>({
      caller,
      topics,
      seconds,
      gone,
      concerns,
      look,
      isOver,
      settles: (found, about) =>
        !('met' in found) || found.met?.wait.settles?.(found.met.found, about) !== false,
    });
  }
}

/** Whether there is nothing left to wait for. */
const isOver = (found: Attempt<Answered>): boolean =>
  !('met' in found) || found.met === null || found.met.wait.isOver(found.met.found);

/** An empty wait changed nothing, so a repeated request may look again. */
const isInVain = ({ body }: Answered, met: Met | null): boolean => met !== null && body === null;

/** Whose keys these are: a run shares none with its agent, or it could read responses to other requests. */
const ownerOf = ({ id, run }: Caller): string => run?.claimId ?? id;

/** The stored response for the key; null for a new key. */
async function recalled(
  { answers }: Stores,
  caller: Caller,
  { key, request, payload, payloadHash, secretOnce }: Keyed & { readonly payloadHash: string },
): Promise<Answered | null> {
  const stored = await answers.recall(ownerOf(caller), key, request);
  if (!stored) return null;
  if (stored.payloadHash !== payloadHash) {
    throw new Refusal(
      'IDEMPOTENCY_KEY_REUSED',
      'This idempotency key was used with another payload. Send a new request with a new key.',
    );
  }
  if (secretOnce === undefined) {
    const { status, body, longTexts } = stored;
    if (body === null) return { status, body };
    const hashes = (longTexts ?? []).flatMap(([, source]) => (typeof source === 'string' ? [source] : []));
    const restored = joinLongTexts({ body, longTexts }, payload, await answers.texts(hashes));
    if (restored !== null) return { status, body: restored };
    throw new Refusal(
      'UNAVAILABLE',
      'The request was executed, but its stored response is damaged. Fetch the resource instead, and ask the operator of the service to run tandem doctor.',
    );
  }
  throw new Refusal(
    'IDEMPOTENCY_KEY_REUSED',
    `This request was already executed with this idempotency key, and its response is shown only once. ${secretOnce}`,
  );
}
