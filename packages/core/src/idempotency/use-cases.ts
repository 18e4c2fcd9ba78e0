import type { Caller } from '../access/caller.ts';
import type { SteadyPorts, Stores } from '../ports.ts';
import { Refusal } from '../shared/refusal.ts';
import type { Wait, Waits } from '../shared/waits.ts';
import type { Subjects } from '../subjects.ts';
import { cutLongTexts, joinLongTexts, type LongText } from './long-texts.ts';
import { TEXT_USE_MS } from './store.ts';
import { inOneUnit, type Met } from './unit.ts';

/** Answers forgotten in one unit of work; some are long. */
const FORGET_STEP = 100;

/** A request that is to be carried out once. */
export interface Keyed {
  /** The idempotency key. */
  readonly key: string;
  /** The operation and what its path names: the key is one of these alone. */
  readonly request: string;
  /** All else that is asked for. */
  readonly payload: string;
  /**
   * What to do instead of repeating it, in a sentence, where the answer is shown only once: it is not kept then, and a
   * repeated request is refused.
   */
  readonly secretOnce?: string | undefined;
}

/** What a request is answered. */
export interface Answered {
  readonly status: number;
  /** As JSON; null for an empty answer. */
  readonly body: string | null;
}

/** What one unit of work came to. */
type Attempt<T extends Answered> =
  | { readonly replay: Answered }
  | { readonly refusal: Refusal }
  | { readonly answer: T; readonly met: Met | null };

/** What holds for requests whatever they ask for (docs/rules.md, Nothing twice, nothing over another's change). */
export function requestUseCases(ports: SteadyPorts, waits: Waits) {
  const { storage, clock, secrets } = ports;

  /** Stores the long texts of a response; returns what is left of it. */
  const keepTexts = async (
    { answers }: Stores,
    shown: string | null,
    payload: string,
    usedAt: number,
  ): Promise<{ readonly body: string | null; readonly longTexts: readonly LongText[] | null }> => {
    if (shown === null) return { body: null, longTexts: null };
    const { body, longTexts, texts } = cutLongTexts(shown, payload, secrets.sha256);
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
      const unit = inOneUnit(ports, caller.workspaceId, stores, waits, about);
      try {
        const answer = await work(unit.subjects);
        const met = unit.met();
        if (keyed && !isInVain(answer, met)) {
          const { key, request, payloadHash, secretOnce } = keyed;
          const createdAt = clock();
          const shown = secretOnce === undefined ? answer.body : null;
          const { body, longTexts } = await keepTexts(stores, shown, keyed.payload, createdAt);
          await stores.answers.keep({
            callerId: caller.id,
            key,
            request,
            payloadHash,
            status: answer.status,
            body,
            longTexts,
            createdAt,
          });
        }
        return { answer, met };
      } catch (error) {
        // Refused after its unit, as a relation that is there already is: what the unit has done stays.
        if (error instanceof Refusal && !unit.isRefused()) return { refusal: error };
        throw error;
      }
    });

  return {
    /**
     * Carries out a request in one unit of work. `work` is given the use cases within it, awaits nothing else, and may be
     * run again. Under a key that was sent before with the same payload it is not run: the same is answered again. 409
     * when the payload is another one, or the answer was shown only once. What is refused leaves its key unused. A
     * request that waits for something is held outside of the unit.
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
      if ('refusal' in last) throw last.refusal;
      return last;
    },

    /** Forgets what was answered more than some milliseconds ago, a few at a time; returns how many answers. */
    forget: async (olderThanMs: number): Promise<number> => {
      let forgotten = 0;
      for (const { id } of await storage.directory.workspaces()) {
        for (let step = FORGET_STEP; step === FORGET_STEP; forgotten += step) {
          step = await storage.write(id, ({ answers }) => answers.forget(clock() - olderThanMs, FORGET_STEP));
        }
        // Only what no response that is left can refer to.
        const unused = () => clock() - olderThanMs - TEXT_USE_MS;
        for (let step = FORGET_STEP; step === FORGET_STEP; ) {
          step = await storage.write(id, ({ answers }) => answers.forgetTexts(unused(), FORGET_STEP));
        }
      }
      return forgotten;
    },
  };

  /** Waits for what a unit has looked for in vain; each look is a unit of its own. */
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

/** Whether nothing is left to wait for. */
const isOver = (found: Attempt<Answered>): boolean =>
  !('met' in found) || found.met === null || found.met.wait.isOver(found.met.found);

/** Nothing was found to wait for, so that nothing has happened: whoever asks again looks again. */
const isInVain = ({ body }: Answered, met: Met | null): boolean => met !== null && body === null;

/** What was answered under the key; null when it is new. */
async function recalled(
  { answers }: Stores,
  { id }: Caller,
  { key, request, payload, payloadHash, secretOnce }: Keyed & { readonly payloadHash: string },
): Promise<Answered | null> {
  const kept = await answers.recall(id, key, request);
  if (!kept) return null;
  if (kept.payloadHash !== payloadHash) {
    throw new Refusal(
      'IDEMPOTENCY_KEY_REUSED',
      'This idempotency key was sent with another payload. Send a new request under a new key.',
    );
  }
  if (secretOnce === undefined) {
    const { status, body, longTexts } = kept;
    if (body === null) return { status, body };
    const hashes = (longTexts ?? []).flatMap(([, source]) => (typeof source === 'string' ? [source] : []));
    const whole = joinLongTexts({ body, longTexts }, payload, await answers.texts(hashes));
    if (whole !== null) return { status, body: whole };
    throw new Refusal(
      'UNAVAILABLE',
      'This request has been carried out, but its stored response is damaged. Read the resource instead, and ask the operator of the service to run tandem doctor.',
    );
  }
  throw new Refusal(
    'IDEMPOTENCY_KEY_REUSED',
    `This has been done under this idempotency key, and what it answered is shown only once. ${secretOnce}`,
  );
}
