import { type HostCode, Refusal } from '../shared/refusal.ts';
import type { MoveRefusal } from '../tasks/status.ts';

/** The refusal of a host: an HTTP client receives 403 for forbidden, 409 for conflict. */
export interface HostRefusal {
  readonly code: HostCode;
  /** Says what to do next. */
  readonly message: string;
  /** Additional members of the error object. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** `forbidden` by default. */
  readonly kind?: 'forbidden' | 'conflict' | undefined;
}

/** Throws the refusal of a host. Its code begins with `X_`. */
export type Refuse = (
  code: HostCode,
  message: string,
  details?: HostRefusal['details'],
  kind?: HostRefusal['kind'],
) => never;

const CODE = /^X_[A-Z0-9_]{1,62}$/;
const KINDS = ['forbidden', 'conflict'];
/** Members of every error object. */
const RESERVED = ['code', 'message', 'requestId', 'fields'];

export const refuse: Refuse = (code, message, details, kind) => {
  throw refusalOf({ code, message, details, kind });
};

/** A TypeError for a refusal that clients could not read. */
export function refusalOf({ code, message, details, kind }: HostRefusal): Refusal {
  const wrong = problemOf({ code, message, details, kind });
  if (wrong) throw new TypeError(`A hook refused an operation with ${wrong}`);
  return new Refusal(code, message, { details, kind });
}

function problemOf({ code, message, details = {}, kind = 'forbidden' }: HostRefusal): string | undefined {
  if (!CODE.test(code))
    return `the code ${code}. Use X_ and up to 62 capital letters, digits or underscores.`;
  if (typeof message !== 'string' || message.trim() === '') return 'no message. Say what to do next.';
  if (!KINDS.includes(kind)) return `the kind ${kind}. Use forbidden or conflict.`;
  const taken = RESERVED.find((name) => Object.hasOwn(details, name));
  return taken && `the detail ${taken}. Use a name other than ${RESERVED.join(', ')}.`;
}

/** The answer of a policy: whether the move is allowed, or its refusal. */
export type PolicyVerdict = boolean | { readonly refuse: HostRefusal };

/** The refusal in the verdict; null if the move is allowed. A TypeError for anything else, such as a promise. */
export function refusalIn(verdict: PolicyVerdict): MoveRefusal | null {
  if (verdict === true) return null;
  if (verdict === false) return FALSE;
  if (verdict && typeof verdict === 'object' && 'refuse' in verdict) return refusalOf(verdict.refuse);
  throw new TypeError('A policy must return true, false or { refuse }. It must not return a promise.');
}

const FALSE: MoveRefusal = { code: 'X_POLICY', message: "A policy of this service doesn't allow this move." };
