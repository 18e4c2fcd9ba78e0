import { Refusal } from '@tandem/core';

/** What the SDK throws for an answer that is an error, and for what kept one from coming. */
interface SdkError extends Error {
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** What Node and the SDK say where S3 may be there in a moment. */
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'TimeoutError',
]);

/** What S3 or the way to it has refused. It says what, and holds nothing of the request: keys stay out of logs. */
export class S3Trouble extends Error {
  override readonly name = 'S3Trouble';
  /** As S3 or Node names it: `NoSuchBucket`, `ECONNREFUSED`. */
  readonly code: string;
  /** Whether it may be over in a moment. */
  readonly isAway: boolean;

  constructor(doing: string, error: unknown) {
    const { name, message, code, $metadata } = error as SdkError;
    const known = code ?? name;
    super(`${doing}: ${message && message !== known ? `${known}: ${message}` : known}`);
    this.code = known;
    this.isAway = AWAY.has(known) || ($metadata?.httpStatusCode ?? 0) >= 500;
  }
}

/** A store that cannot be reached, or does not let us: the client tries again, and the operator finds why in the log. */
export const unavailable = (cause: unknown, what = 'do this right now. Nothing was kept; try again later') =>
  new Refusal('UNAVAILABLE', `The file store cannot ${what}.`, { cause });

/** As a local folder tells that a content is not there. */
export const missing = (id: string) =>
  Object.assign(new Error(`No content is kept under ${id}`), { code: 'ENOENT' });

const MEANINGS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'there is no such bucket',
  AccessDenied: 'the access keys do not allow it',
  Forbidden: 'the access keys do not allow it',
  InvalidAccessKeyId: 'the access key is not known there',
  SignatureDoesNotMatch: 'the secret access key is not that of the access key',
  ExpiredToken: 'the access keys have expired',
  RequestTimeTooSkewed: 'the clock of this machine is wrong',
  PermanentRedirect: 'the bucket is in another region or at another endpoint',
  AuthorizationHeaderMalformed: 'the bucket is in another region',
  CredentialsProviderError:
    'there are no access keys: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or another way that AWS knows',
  ENOTFOUND: 'there is no machine of that name',
  ECONNREFUSED: 'nothing listens there',
  TimeoutError: 'no answer came in time',
  ETIMEDOUT: 'no answer came in time',
};

/** Why S3 does not do what it is asked for, in words for the operator. */
export function problemOf(error: unknown): string {
  const trouble = error instanceof Refusal ? error.cause : error;
  if (!(trouble instanceof S3Trouble)) return String(error);
  const { code, message } = trouble;
  const meaning = Object.hasOwn(MEANINGS, code) ? MEANINGS[code] : undefined;
  return meaning ? `${meaning} (${message})` : message;
}
