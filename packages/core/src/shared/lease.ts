/**
 * The hold that a claimer has for a while on what it works at; the token fences off whoever held it before. Where it
 * is kept it ends by the steady clock, and where a claimer is shown it, by the clock.
 */
export interface Lease {
  readonly token: string;
  readonly expiresAt: number;
  readonly seconds: number;
}

/** The lease as it lasts from now on. */
export const lasting = (lease: Omit<Lease, 'expiresAt'>, now: number): Lease => ({
  ...lease,
  expiresAt: now + lease.seconds * 1000,
});
