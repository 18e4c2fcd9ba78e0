import type { Operation } from './operation.ts';

/** Chats have rules of their own for what is sent twice (docs/rules.md, Messages), and so has the agent's side of them. */
const WITH_THEIR_OWN: readonly string[] = ['chats', 'turns'];
const KEYED = ['post', 'patch', 'delete'];
const CONDITIONAL = ['patch', 'delete'];
/** What is done to a resource by a POST to its path and this. */
const ACTION = /\/(transition|verify|archive|unarchive|results|reviews|answer|withdraw|stop)$/;

const groupOf = ({ id }: Operation): string => id.slice(0, id.indexOf('.'));

/** Whether a message is what is sent under the idempotency key of a request. */
export const isMessage = ({ body }: Operation): boolean =>
  body !== undefined && 'clientMessageId' in body.shape;

/** Whether a request under an idempotency key is carried out once (docs/rules.md, Nothing twice). */
export const isKeyed = (row: Operation): boolean =>
  KEYED.includes(row.method) && row.access !== 'no key' && !WITH_THEIR_OWN.includes(groupOf(row));

/** Whether a change is made only of what `If-Match` names. */
export const isConditional = ({ method, path }: Operation): boolean =>
  CONDITIONAL.includes(method) || (method === 'post' && ACTION.test(path));

/** Whether it reads one resource, which has an ETag: a list has none. */
export const isRevalidated = ({ responses }: Operation): boolean => 304 in responses;

/** Whether what it answers has an ETag: one resource that is read, or that was made or changed. */
export const isTagged = (row: Operation): boolean =>
  row.method === 'get'
    ? isRevalidated(row)
    : row.method !== 'delete' && (200 in row.responses || 201 in row.responses);
