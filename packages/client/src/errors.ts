import type { ErrorCode } from './types.ts';

/**
 * Failures other than errors of the service: no response (`UNREACHABLE`), no response in time (`TIMEOUT`), the server
 * is not Tandem (`NOT_TANDEM`), nothing newer than `ifNoneMatch` (`NOT_MODIFIED`), or the `Range` lies outside the file
 * (`RANGE_NOT_SATISFIABLE`).
 */
export type ClientErrorCode =
  | 'UNREACHABLE'
  | 'TIMEOUT'
  | 'NOT_TANDEM'
  | 'NOT_MODIFIED'
  | 'RANGE_NOT_SATISFIABLE';

/** The code of a refusal by the program that Tandem is embedded in. */
export type HostErrorCode = `X_${string}`;

/** The properties of a failure. */
export interface Failure {
  readonly code: ErrorCode | ClientErrorCode | HostErrorCode;
  readonly message: string;
  readonly status?: number | undefined;
  readonly fields?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly requestId?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** A failed request: an error of the service, or no usable response. */
export class TandemError extends Error {
  override readonly name = 'TandemError';
  /** For programs: a code of docs/errors.md, of `ClientErrorCode`, or of the host. */
  readonly code: ErrorCode | ClientErrorCode | HostErrorCode;
  /** Status of the response; 0 without a response. */
  readonly status: number;
  /** Problems of single fields, by path. */
  readonly fields: Readonly<Record<string, readonly string[]>> | undefined;
  /** Identifies the request in the server's log. */
  readonly requestId: string | undefined;
  /** Further fields of the error, such as `validTransitions`. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Seconds after which to retry, if the service specifies them. */
  readonly retryAfter: number | undefined;

  constructor({ code, message, status = 0, fields, requestId, details = {}, retryAfter, cause }: Failure) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.requestId = requestId;
    this.details = details;
    this.retryAfter = retryAfter;
  }

  /** Whether a retry may succeed: the cause was the network, or a busy or restarting service. */
  get isPassing(): boolean {
    return this.isLost || this.status === 429 || this.status === 503;
  }

  /** Whether it is unknown if the request was executed. */
  get isLost(): boolean {
    return (
      this.code === 'UNREACHABLE' || this.code === 'TIMEOUT' || (this.status >= 500 && this.status !== 503)
    );
  }
}
