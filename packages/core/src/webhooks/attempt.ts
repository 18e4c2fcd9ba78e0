/** One attempt to send a message to an endpoint (docs/rules.md, Webhooks). */
export interface DeliveryAttempt {
  /** The address; checked again for every attempt. */
  readonly url: string;
  /** The `webhook-id`: the same for every attempt of a message. */
  readonly id: string;
  /** Time of the attempt, in milliseconds since 1970. */
  readonly timestamp: number;
  /** JSON, as signed and sent. */
  readonly body: string;
  /** `whsec_…`, at least one, newest first; each of them signs. */
  readonly secrets: readonly string[];
}

/** The outcome of an attempt. */
export interface AttemptOutcome {
  /** Whether the status was 2xx. Only the status decides, whatever happens to the body. */
  readonly ok: boolean;
  /** The HTTP status; null without a response. */
  readonly code: number | null;
  /** Total duration in milliseconds, including name resolution. */
  readonly durationMs: number;
  /**
   * The first 1,024 bytes of the response body as text, or an explanation for admins if there is none. Untrusted:
   * control characters are replaced, everything else is unchanged.
   */
  readonly answer: string;
  /** Delay requested by the receiver (`Retry-After`), in milliseconds from now; null if absent or invalid. */
  readonly retryAfterMs: number | null;
}
