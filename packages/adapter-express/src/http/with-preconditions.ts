import type { Subjects, Tandem } from '@tandem/core';
import { type Answer, type Empty, type Whole, type Written, written } from './answer.ts';
import type { Binding, Call } from './binding.ts';
import { isNamed, type Tags, tagOf } from './etag.ts';
import { keyedRequest, type Preconditions } from './preconditions.ts';
import { HttpProblem } from './problem.ts';

/** The outcome of a request. */
export interface Done {
  readonly answer: Answer | Written;
  /** Whether the change had been made before, and this is the stored response. */
  readonly replayed: boolean;
}

/** Makes a change with its preconditions in one unit of work (docs/rules.md, Idempotency, ETags). */
export async function withPreconditions(
  { requests }: Pick<Tandem, 'requests'>,
  { operation, handler, showNow }: Binding,
  call: Call,
  { key, ifMatch }: Preconditions,
  hasTag: boolean,
): Promise<Done> {
  const change = async (tandem: Subjects) => {
    const within = { ...call, tandem };
    const state = ifMatch && showNow ? await stateOf(showNow(within), ifMatch) : 'as named';
    if (state === 'another') throw preconditionFailed();
    const answer = written((await handler(within)) as Whole<unknown> | Empty, hasTag);
    // The operation itself reports a missing resource.
    if (state === 'none') throw preconditionFailed();
    return { ...answer, body: answer.text };
  };
  const keyed = key === undefined ? null : keyedRequest(operation, call, key);
  const done = await requests.once(call.caller, keyed, change);
  if ('answer' in done) return { answer: done.answer, replayed: false };
  const { status, body: text } = done.replay;
  return {
    answer: {
      kind: 'written',
      status,
      text,
      headers: REPLAYED,
      tag: hasTag && text !== null ? tagOf(text) : undefined,
    },
    replayed: true,
  };
}

export const REPLAYED = { 'Idempotent-Replayed': 'true' };

async function stateOf(
  current: Promise<readonly object[]>,
  tags: Tags,
): Promise<'as named' | 'another' | 'none'> {
  const forms = await current.catch(() => []);
  if (forms.length === 0) return 'none';
  return forms.some((form) => isNamed(tags, tagOf(JSON.stringify(form)))) ? 'as named' : 'another';
}

const preconditionFailed = () =>
  new HttpProblem({
    status: 412,
    code: 'PRECONDITION_FAILED',
    message: 'The resource has changed since that ETag. Fetch it again and retry.',
  });
