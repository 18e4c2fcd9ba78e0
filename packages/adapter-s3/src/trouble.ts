import { Refusal } from '@tandem/core';

/** The SDK's error for an error response, and for a request without a response. */
interface SdkError extends Error {
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** Codes of Node and the SDK for temporary failures. */
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

/**
 * An error of S3 or of the connection to it. The message contains nothing of the request, which keeps keys out of logs.
 */
export class S3Trouble extends Error {
  override readonly name = 'S3Trouble';
  /** S3's or Node's code: `NoSuchBucket`, `ECONNREFUSED`. */
  readonly code: string;
  /** True if a retry may help. */
  readonly isAway: boolean;

  constructor(doing: string, error: unknown) {
    const { name, message, code, $metadata } = error as SdkError;
    const known = code ?? name;
    super(`${doing}: ${message && message !== known ? `${known}: ${message}` : known}`);
    this.code = known;
    this.isAway = AWAY.has(known) || ($metadata?.httpStatusCode ?? 0) >= 500;
  }
}

/** The store cannot be reached or denies access: the client retries, and the log has the cause. */
export const unavailable = (
  cause: unknown,
  what = 'do this right now. Nothing was stored; try again later',
) => new Refusal('UNAVAILABLE', `The file store cannot ${what}.`, { cause });

/** The same error as a local folder's for a missing file. */
export const missing = (id: string) =>
  Object.assign(new Error(`No content is stored under ${id}`), { code: 'ENOENT' });

const MEANINGS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'the bucket does not exist',
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
  TimeoutError: 'no response arrived in time',
  ETIMEDOUT: 'no response arrived in time',
};

/** The reason for a failed request, for the operator. */
export function problemOf(error: unknown): string {
  const trouble = error instanceof Refusal ? error.cause : error;
  if (!(trouble instanceof S3Trouble)) return String(error);
  const { code, message } = trouble;
  const meaning = Object.hasOwn(MEANINGS, code) ? MEANINGS[code] : undefined;
  return meaning ? `${meaning} (${message})` : message;
}
