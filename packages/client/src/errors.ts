import type { ErrorCode } from './types.ts';

/**
 * What goes wrong without a refusal of the service: no answer came (`UNREACHABLE`), none came in time (`TIMEOUT`), what
 * answers is not Tandem (`NOT_TANDEM`), there is nothing newer than `ifNoneMatch` says (`NOT_MODIFIED`), or a file does not
 * reach to the `Range` (`RANGE_NOT_SATISFIABLE`).
 */
export type ClientErrorCode =
  | 'UNREACHABLE'
  | 'TIMEOUT'
  | 'NOT_TANDEM'
  | 'NOT_MODIFIED'
  | 'RANGE_NOT_SATISFIABLE';

/** What is known of a failure. */
export interface Failure {
  readonly code: ErrorCode | ClientErrorCode;
  readonly message: string;
  readonly status?: number | undefined;
  readonly fields?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly requestId?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** Why a request came to nothing: a refusal of the service, or that there was no answer of it. */
export class TandemError extends Error {
  override readonly name = 'TandemError';
  /** To decide by in a program: one of docs/errors.md, or one of `ClientErrorCode`. */
  readonly code: ErrorCode | ClientErrorCode;
  /** Of the answer; 0 where none came. */
  readonly status: number;
  /** What is wrong with single fields, by their paths. */
  readonly fields: Readonly<Record<string, readonly string[]>> | undefined;
  /** By which the log of the server knows the request. */
  readonly requestId: string | undefined;
  /** What else the error tells, such as `validTransitions`. */
  readonly details: Readonly<Record<string, unknown>>;
  /** In how many seconds to try again, where the service says so. */
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

  /** Whether the same may work later: the network, a busy service or one that starts anew were in the way. */
  get isPassing(): boolean {
    return this.isLost || this.status === 429 || this.status === 503;
  }

  /** Whether nobody knows if the request has been carried out. */
  get isLost(): boolean {
    return (
      this.code === 'UNREACHABLE' || this.code === 'TIMEOUT' || (this.status >= 500 && this.status !== 503)
    );
  }
}
