/** One attempt to send a message to an endpoint (docs/rules.md, Webhooks). */
export interface Attempt {
  /** Where it goes; it is checked again with every attempt. */
  readonly url: string;
  /** The `webhook-id`: the same on every attempt at a message. */
  readonly id: string;
  /** When this attempt is made, in milliseconds since 1970. */
  readonly timestamp: number;
  /** JSON, as it is signed and sent. */
  readonly body: string;
  /** `whsec_…`, at least one, the newest first; each signs. */
  readonly secrets: readonly string[];
}

/** What came of an attempt. */
export interface AttemptOutcome {
  /** Whether the status was a 2xx. It alone decides: what came of the body, or did not come, changes nothing. */
  readonly ok: boolean;
  /** The HTTP status; null when no answer came. */
  readonly code: number | null;
  /** From its beginning to its end, the look-up of the name included. */
  readonly durationMs: number;
  /**
   * The first 1,024 bytes of the answer's body as text, or in words for an admin why there are none. It is what a
   * stranger sent: control characters are replaced in it, all else is as it came.
   */
  readonly answer: string;
  /** How long the receiver asks to wait from now (`Retry-After`), in milliseconds; null when it does not, or unreadably. */
  readonly retryAfterMs: number | null;
}

/** How messages reach endpoints. It decides neither what is sent nor when. */
export interface WebhookSender {
  /**
   * Sends once and never throws. `gone` ends the attempt at once; so does `close`. What came of it is then not
   * known to the sender: the receiver may have it.
   */
  send(attempt: Attempt, gone?: AbortSignal): Promise<AttemptOutcome>;
  /** Throws `Refusal` VALIDATION_ERROR on `url` for an address that nothing could ever be sent to. Looks nothing up. */
  checkUrl(url: string): void;
  /** A new signing secret: `whsec_` and the base64 of 32 random bytes. */
  newSecret(): string;
  /** Ends what is under way, and sends nothing from then on. */
  close(): Promise<void>;
}
