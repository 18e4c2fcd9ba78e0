import type { AttemptOutcome, DeliveryAttempt } from './attempt.ts';

/** Sends messages to endpoints. The core decides what to send and when. */
export interface WebhookSender {
  /**
   * Sends once and never throws. `gone` and `close` abort the attempt; the receiver may have received it
   * nevertheless.
   */
  send(attempt: DeliveryAttempt, gone?: AbortSignal): Promise<AttemptOutcome>;
  /** Throws `Refusal` VALIDATION_ERROR on `url` for an address that can never be sent to. Does not resolve names. */
  checkUrl(url: string): void;
  /** A new signing secret: `whsec_` and the base64 of 32 random bytes. */
  newSecret(): string;
  /** Aborts running attempts, and sends nothing from then on. */
  close(): Promise<void>;
}
