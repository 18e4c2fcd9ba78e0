import { isConditional, isKeyed, type Operation } from '@tandem/contract';
import { invalid, type Keyed, keyProblem } from '@tandem/core';
import type { Request } from 'express';
import type { Call } from './binding.ts';
import { matchedTags, type Tags } from './etag.ts';

/** The preconditions and the idempotency key of a change, from its request headers. */
export interface Preconditions {
  readonly key: string | undefined;
  /** The ETags for which the change may be made. */
  readonly ifMatch: Tags | undefined;
}

/** Null if the request has none or the operation does not support them; 400 for an invalid key or ETag. */
export function preconditionsOf(operation: Operation, { headers }: Request): Preconditions | null {
  const key = isKeyed(operation) ? headers['idempotency-key']?.toString() : undefined;
  const ifMatch = isConditional(operation) ? headers['if-match'] : undefined;
  if (key === undefined && ifMatch === undefined) return null;
  const problem = keyProblem(key);
  if (problem !== undefined) throw invalid({ 'Idempotency-Key': problem });
  return { key, ifMatch: ifMatch === undefined ? undefined : matchedTags(ifMatch) };
}

/** The request that a key identifies: operation, path parameters and payload. */
export function keyedRequest(operation: Operation, call: Call, key: string): Keyed {
  const { params, query, body, file } = call;
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const content = file && [file.sha256, file.size, file.fileName, file.mimeType];
  return {
    key,
    request: `${operation.method.toUpperCase()} ${path}${mayReceive(operation, call) ? '' : ' (acting)'}`,
    payload: JSON.stringify(content ?? [query, body]),
    secretOnce: operation.secretOnce,
  };
}

/** Operations whose response contains a claim token, which a key acting as the agent must not receive. */
const GIVING_TOKENS = ['claims.next', 'claims.claim', 'work.next'];

const mayReceive = ({ id }: Operation, { caller }: Call): boolean =>
  caller.key.kind !== 'acting' || !GIVING_TOKENS.includes(id);
