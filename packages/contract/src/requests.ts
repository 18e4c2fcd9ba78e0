import type { Operation } from './operation.ts';
import { bytes, jsonLines } from './shapes.ts';

/** Groups with their own idempotency rules (docs/rules.md, Messages). */
const WITH_THEIR_OWN: readonly string[] = ['chats', 'turns'];
const KEYED = ['post', 'patch', 'delete'];
const CONDITIONAL = ['patch', 'delete'];
/** Path endings of POST requests that act on the resource before them. */
const ACTION = /\/(transition|verify|archive|unarchive|results|reviews|answer|withdraw|stop)$/;

/** A PUT that creates or changes a resource. */
const UPSERT = /\/external\/:source\/:id$/;

const groupOf = ({ id }: Operation): string => id.slice(0, id.indexOf('.'));

/** Whether the response is written while it is read: its request must not occupy the queue of reads. */
export const isStreamed = ({ responses }: Operation): boolean =>
  responses[200] === bytes || responses[200] === jsonLines;

/** Whether the request's idempotency key applies to the message it sends. */
export const isMessage = ({ body }: Operation): boolean =>
  body !== undefined && 'clientMessageId' in body.shape;

/** Whether a request under an idempotency key is executed only once (docs/rules.md, Idempotency). */
export const isKeyed = (row: Operation): boolean =>
  (KEYED.includes(row.method) || UPSERT.test(row.path)) &&
  row.access !== 'no key' &&
  !WITH_THEIR_OWN.includes(groupOf(row));

/** Whether the operation honors `If-Match`. */
export const isConditional = ({ method, path, document }: Operation): boolean =>
  !document &&
  (CONDITIONAL.includes(method) || UPSERT.test(path) || (method === 'post' && ACTION.test(path)));

/** Whether the operation reads one resource, which has an ETag; lists have none. */
export const isRevalidated = ({ responses }: Operation): boolean => 304 in responses;

/** Whether the response has an ETag: one resource that was read, created or changed. */
export const isTagged = (row: Operation): boolean =>
  row.method === 'get'
    ? isRevalidated(row)
    : row.method !== 'delete' && (200 in row.responses || 201 in row.responses);
