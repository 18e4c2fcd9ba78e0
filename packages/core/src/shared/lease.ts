/**
 * A time-limited claim on a task or turn. Its token fences off previous holders. Stored leases expire by the steady
 * clock; those shown to clients expire by the clock.
 */
export interface Lease {
  readonly token: string;
  readonly expiresAt: number;
  readonly seconds: number;
}

/** The lease renewed as of now. */
export const lasting = (lease: Omit<Lease, 'expiresAt'>, now: number): Lease => ({
  ...lease,
  expiresAt: now + lease.seconds * 1000,
});

/** The response to a heartbeat. */
export interface LeasePulse {
  /** By the clock. */
  readonly expiresAt: number;
  /** `stop` asks to release the work soon. */
  readonly directive: 'continue' | 'stop';
  readonly reason: 'paused' | 'limit' | null;
}
