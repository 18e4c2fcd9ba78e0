import { isConditional, isKeyed, type Operation } from '@tandem/contract';
import { invalid, type Keyed, keyProblem } from '@tandem/core';
import type { Request } from 'express';
import type { Call } from './binding.ts';
import { matchedTags, type Tags } from './etag.ts';

/** On what terms a change is to be made, by the headers of its request. */
export interface Preconditions {
  /** The idempotency key. */
  readonly key: string | undefined;
  /** The states from which it may be made. */
  readonly ifMatch: Tags | undefined;
}

/** Null for a request that names none, or that can have none; 400 for what is no key and no ETag. */
export function preconditionsOf(operation: Operation, { headers }: Request): Preconditions | null {
  const key = isKeyed(operation) ? headers['idempotency-key']?.toString() : undefined;
  const ifMatch = isConditional(operation) ? headers['if-match'] : undefined;
  if (key === undefined && ifMatch === undefined) return null;
  const problem = keyProblem(key);
  if (problem !== undefined) throw invalid({ 'Idempotency-Key': problem });
  return { key, ifMatch: ifMatch === undefined ? undefined : matchedTags(ifMatch) };
}

/** What the key of a request stands for: this operation on what the path names, with this payload. */
export function keyedRequest(operation: Operation, call: Call, key: string): Keyed {
  const { params, query, body, file } = call;
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const content = file && [file.sha256, file.size, file.fileName, file.mimeType];
  return {
    key,
    request: `${operation.method.toUpperCase()} ${path}${isToldTo(operation, call) ? '' : ' (acting)'}`,
    payload: JSON.stringify(content ?? [query, body]),
    secretOnce: operation.secretOnce,
  };
}

/** Operations whose answer holds the token of a claim, which a key that acts as the agent is not given. */
const GIVING_TOKENS = ['claims.next', 'claims.claim', 'work.next'];

const isToldTo = ({ id }: Operation, { caller }: Call): boolean =>
  caller.key.kind !== 'acting' || !GIVING_TOKENS.includes(id);
