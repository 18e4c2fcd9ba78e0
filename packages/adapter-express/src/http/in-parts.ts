import type { Keyed, Subjects, Tandem } from '@tandem/core';
import { type Whole, written } from './answer.ts';
import type { Binding, Call, OpenParts } from './binding.ts';
import { keyedRequest } from './preconditions.ts';
import { type Done, REPLAYED } from './with-preconditions.ts';

/**
 * Carries out a request part by part, so that a long one holds up no others, and a part that is refused undoes none.
 * Under an idempotency key the request is stored before its first part: another payload is 409. Each part is stored as it
 * is done, so a repeated request goes on where it ended; a part that was refused is judged again.
 */
export async function inParts(
  { requests }: Pick<Tandem, 'requests'>,
  { operation, handler }: Binding,
  call: Call,
  key: string | undefined,
  hasTag: boolean,
): Promise<Done> {
  const request = key === undefined ? null : keyedRequest(operation, call, key);
  const partOf = (name: string): Keyed | null =>
    request && { ...request, request: `${request.request} ${name}` };
  let replayed = false;
  const openParts: OpenParts = async () => {
    const opened = request && (await requests.once(call.caller, request, async () => OPENED));
    replayed = opened !== null && 'replay' in opened;
    return async (name, work) => {
      const carryOut = async (tandem: Subjects) => ({
        status: 200,
        body: JSON.stringify(await work(tandem)),
      });
      const done = await requests.once(call.caller, partOf(name), carryOut);
      return JSON.parse(('replay' in done ? done.replay : done.answer).body as string);
    };
  };
  const answer = written((await handler({ ...call, openParts })) as Whole<unknown>, hasTag);
  return { answer: replayed ? { ...answer, headers: { ...answer.headers, ...REPLAYED } } : answer, replayed };
}

const OPENED = { status: 200, body: null };
